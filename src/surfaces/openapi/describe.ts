export function describeApi(baseUrl: string): object {
  return { openapi: '3.1.0', servers: [{ url: baseUrl }] };
}
