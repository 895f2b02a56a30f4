import type { ClientConfig } from 'pg';

/**
 * What a relay's connections are made with; the address may say otherwise, for it comes before these. DUR-5: a server that says
 * nothing, as behind a network that drops all packets, is waited for so long; else requests would have no answer at all. An answer
 * may take longer than a lock that another relay keeps (DUR-11) and than any batch.
 */
export const connectionSettings = {
  fallback_application_name: 'coord relay',
  connectionTimeoutMillis: 10_000,
  query_timeout: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies ClientConfig;
