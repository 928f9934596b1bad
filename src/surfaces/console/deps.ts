import type { Kernel } from '../../kernel/operations/kernel.ts';
import type { RateLimiter } from '../../kernel/security/rate-limits.ts';
import type { AccountCache } from '../../modules/accounts/account-cache.ts';
import type { BrowserSessions } from '../http/callers/browser-sessions.ts';
import type { Asset } from './assets.ts';

/** The built files of the application by their path below /console/; null before the first build. */
interface Assets {
  load(): ReadonlyMap<string, Asset> | null;
}

export interface ConsoleDeps {
  kernel: Kernel;
  accounts: AccountCache;
  rateLimiter: RateLimiter;
  browserSessions: BrowserSessions;
  assets: Assets;
  /** Whether this process is building the application, so that it is worth trying again. */
  isBuilding(): boolean;
}
