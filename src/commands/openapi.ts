import { readConfig } from '../config.ts';
import { endpoints } from '../service.ts';
import { describeApi } from '../surfaces/openapi/describe.ts';

export async function openapi(): Promise<void> {
  // Nothing is signed here, so no secret has to be there, and none is made.
  const { baseUrl } = readConfig({ KVITT_SECRET: 'not needed for this', ...process.env });
  console.log(JSON.stringify(describeApi(baseUrl, endpoints), null, 2));
}
