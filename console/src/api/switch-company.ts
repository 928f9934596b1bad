import { enterCompany } from './call.ts';

/** Moves the session to another company of the person, and loads the console there. */
export async function switchCompany(guid: string, path = ''): Promise<void> {
  await enterCompany(guid);
  window.location.assign(`/console${path}`);
}
