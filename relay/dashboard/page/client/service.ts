import { basePathOf } from '../../../../shared/api/base-path.ts';
import { dashboardPath } from '../../../../shared/dashboard/files.ts';
import { apiKeyPrefix } from '../../../../shared/keys/api-key-prefix.ts';

/** Told apart from the address of an asset, which a build would look for. */
const thisFile = import.meta.url;

/** What stands before every path of the service that serves this page: empty, or the prefix of a proxy. */
export const servicePath = basePathOf(new URL('../..', thisFile));

/** Where all addresses of the page begin. */
export const pagePath = servicePath + dashboardPath;

/** Whether a developer's daemon serves this page, or the team's relay. */
export const isAtDaemon =
  document.querySelector<HTMLMetaElement>('meta[name="coord-served-by"]')?.content === 'daemon';

/** LOC-8: whether `coord open` has opened this tab: then it makes and revokes no key, and makes no invitation. */
export function isOneTimeTab(key: string): boolean {
  return isAtDaemon && !key.startsWith(apiKeyPrefix);
}
