import { asData } from '../kernel/display.ts';
import { redactField } from '../redaction/redact-input.ts';

const maxRead = 1_000;
const maxShown = 80;

/** The `agent_type` of a client of MCP, from the name in its `initialize`: any text, so without secrets (RED-1) and what nobody sees. */
export function agentTypeOfClient(name: string | undefined): string {
  const { text } = redactField((name ?? '').slice(0, maxRead), maxRead);
  return asData(text, maxShown) || 'mcp';
}
