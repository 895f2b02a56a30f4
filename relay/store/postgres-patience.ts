import type { ClientConfig } from 'pg';

/**
 * DUR-5: how long a server that says nothing, as behind a network that drops all packets, is waited for; else requests would have
 * no answer at all. An answer may take longer than a lock that another relay keeps (DUR-11) and than any batch. The address may say
 * otherwise, for it comes before these.
 */
export const patience = {
  connectionTimeoutMillis: 10_000,
  query_timeout: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies ClientConfig;
