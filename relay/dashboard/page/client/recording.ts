import { servicePath } from './service.ts';
import { keyNow } from './sign-in.ts';

/** Said again here, because the table of operations is not loaded into a page. */
const transcribePath = '/ws/transcribe';

/** Where the sound of a meeting goes, at the service that this page comes from; a daemon carries it to its relay (LOC-10). */
export function recordingAddress(workspaceId: string, meetingId: string): string {
  const url = new URL(servicePath + transcribePath, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = String(new URLSearchParams({ meeting_id: meetingId, workspace_id: workspaceId }));
  return url.href;
}

/** A connection to it. The key stands among the protocols (MTG-4), since an address would be remembered by the browser. */
export function openRecording(address: string): WebSocket {
  return new WebSocket(address, ['coord', keyNow()]);
}
