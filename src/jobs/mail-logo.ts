import type { Queryable } from '../kernel/database/queryable.ts';
import type { MailMessage } from '../kernel/ports/ports.ts';
import { type LogoFacts, readLogoBytes, readLogoFacts } from '../modules/accounts/logo-store.ts';
import type { MailPicture } from '../rendering/mail/mail-parts.ts';

/** The Content-ID of the logo, which is attached so that reading the mail fetches nothing. */
const CID = 'logo@kvitt';

export interface MailLogo {
  picture: MailPicture | null;
  attachments: MailMessage['attachments'];
}

export function toMailLogo(
  logo: Pick<LogoFacts, 'content_type' | 'width' | 'height'> | null,
  bytes: Uint8Array | null,
): MailLogo {
  if (!logo || !bytes) return { picture: null, attachments: [] };
  const { content_type: contentType, width, height } = logo;
  const filename = contentType === 'image/png' ? 'logo.png' : 'logo.jpg';
  return {
    picture: { cid: CID, width, height },
    attachments: [{ filename, contentType, content: bytes, cid: CID }],
  };
}

export async function readMailLogo(db: Queryable, accountId: number): Promise<MailLogo> {
  const [logo, bytes] = await Promise.all([readLogoFacts(db, accountId), readLogoBytes(db, accountId)]);
  return toMailLogo(logo, bytes);
}
