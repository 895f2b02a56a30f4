import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type {
  ContractChange,
  PublishedContract,
} from '../../shared/published-contracts/contract.ts';
import { isBreaking } from './rules.ts';
import type { PublishedVersion } from './queries.ts';

export function toRecord(row: PublishedVersion): PublishedContract {
  const changes = JSON.parse(row.changes) as ContractChange[];
  return {
    name: row.name,
    version: row.version,
    language: row.language as PublishedContract['language'],
    schema: row.schema,
    description: row.description,
    files: JSON.parse(row.files) as string[],
    changes,
    breaking: isBreaking(changes),
    published_by: row.published_by,
    published_by_name: row.published_by_name,
    session_id: row.session_id === '' ? undefined : row.session_id,
    created_at: toTimestamp(row.created_at),
  };
}
