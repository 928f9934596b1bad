# Kvitt in an image without development dependencies. It runs without root and on a read-only file system:
#   docker build -t kvitt .
#   docker run --read-only --tmpfs /tmp --cap-drop ALL -e DATABASE_URL=… -e KVITT_SECRET=… -p 8080:8080 kvitt
FROM node:24-bookworm-slim AS build
WORKDIR /kvitt
COPY package.json package-lock.json ./
COPY console/package.json console/
COPY sdk/package.json sdk/
COPY test/clients/package.json test/clients/
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /kvitt
COPY package.json package-lock.json ./
COPY console/package.json console/
COPY sdk/package.json sdk/
COPY test/clients/package.json test/clients/
RUN npm ci --omit=dev --workspaces=false --ignore-scripts

# Node.js is one of the dependencies, so the image needs no other one.
FROM debian:12-slim
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
WORKDIR /kvitt
COPY --from=dependencies /kvitt/node_modules node_modules
COPY package.json package-lock.json LICENSE ./
COPY bin bin
COPY src src
COPY console console
COPY --from=build /kvitt/console/dist console/dist
ENV HOST=0.0.0.0 PORT=8080 KVITT_DATA_DIR=/data
RUN mkdir /data && chown 10001:10001 /data
VOLUME /data
USER 10001:10001
EXPOSE 8080
ENTRYPOINT ["/kvitt/bin/kvitt"]
CMD ["serve"]
