import { readBaseUrl } from '../config.ts';
import { endpoints } from '../reference.ts';
import { describeApi } from '../surfaces/openapi/document/describe.ts';

export async function openapi(): Promise<void> {
  console.log(JSON.stringify(describeApi(readBaseUrl(), endpoints), null, 2));
}
