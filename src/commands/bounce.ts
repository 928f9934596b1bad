import { readConfig } from '../config.ts';
import { toError } from '../domain/values/errors.ts';
import { OperatorError } from '../kernel/node/operator-error.ts';

/** EX_TEMPFAIL: asks the mail server to retry later. */
const EXIT_RETRY_LATER = 75;
const TIMEOUT_MS = 60_000;

/** Forwards a mail from standard input to the running service, for mail servers that pipe mail to a command. */
export async function bounce(): Promise<void> {
  const { baseUrl, maintCode, mailWebhookSecret: secret } = readConfig();
  if (!secret)
    throw new OperatorError('KVITT_MAIL_WEBHOOK_SECRET is not set: the service would refuse the mail');
  const code = maintCode ? `?en4_maint_code=${encodeURIComponent(maintCode)}` : '';
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  try {
    const response = await fetch(`${baseUrl}/webhooks/mail${code}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
      body: Buffer.concat(chunks),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = await response.text();
    if (response.ok) return console.log(answer);
    console.error(`The service answered ${response.status}: ${answer.slice(0, 500)}`);
  } catch (error) {
    console.error(`The service at ${baseUrl} could not be reached: ${toError(error).message}`);
  }
  process.exitCode = EXIT_RETRY_LATER;
}
