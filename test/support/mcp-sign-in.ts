import { Person } from './person.ts';

/** What the clients of both SDKs ask of a program: to keep registration, verifier and tokens, and to open the consent. */
export class SignIn {
  readonly redirectUrl: string;
  /** The document that names the client; without one it registers itself. */
  readonly clientMetadataUrl: string | undefined;
  readonly clientMetadata: { client_name: string; redirect_uris: string[] };
  /** The address of the consent page, once the client has opened it. */
  address: URL | undefined;
  #client: any;
  #tokens: any;
  #verifier = '';

  constructor(redirectUrl = 'http://127.0.0.1:7777/callback', clientMetadataUrl?: string) {
    this.redirectUrl = redirectUrl;
    this.clientMetadataUrl = clientMetadataUrl;
    this.clientMetadata = { client_name: 'An MCP client', redirect_uris: [redirectUrl] };
  }

  clientInformation = () => this.#client;
  saveClientInformation = (client: unknown) => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: unknown) => {
    this.#tokens = tokens;
  };
  codeVerifier = () => this.#verifier;
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  redirectToAuthorization = (address: URL) => {
    this.address = address;
  };

  /** The person consents; returns the code and the issuer of the redirect. */
  async consent(url: string, seller: { username: string }): Promise<URLSearchParams> {
    const { pathname, search } = this.address ?? new URL(url);
    return (await new Person(url).allow(pathname + search, seller)).searchParams;
  }
}
