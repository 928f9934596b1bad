import { endpoints as agentEndpoints } from './surfaces/agent/reference.ts';
import { endpoints as credentialEndpoints } from './surfaces/credential/reference.ts';
import type { Endpoint } from './surfaces/http/answers/endpoint.ts';
import { endpoints as healthEndpoints } from './surfaces/http/server/health.ts';
import { endpoints as oauthEndpoints } from './surfaces/oauth/reference.ts';
import { endpoints as operatorEndpoints } from './surfaces/operator/reference.ts';

/** The endpoints in the reference documentation. A node loads this module when the documentation is first read. */
export const endpoints: readonly Endpoint[] = [
  ...credentialEndpoints,
  ...oauthEndpoints,
  ...agentEndpoints,
  ...operatorEndpoints,
  ...healthEndpoints,
];
