import { operations } from '../../shared/api/operations.ts';
import type { MeetingRow } from '../store/schema.ts';

/** The WebSocket address for a meeting's audio: the host that was asked; `wss:` if it was asked over `https:`. */
export function transcribeUrl(
  address = 'http://127.0.0.1',
  { id, workspace_id }: Pick<MeetingRow, 'id' | 'workspace_id'>,
): string {
  const url = new URL(operations.transcribe.path, address);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('meeting_id', id);
  url.searchParams.set('workspace_id', workspace_id);
  return url.href;
}
