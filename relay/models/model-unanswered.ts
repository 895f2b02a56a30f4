import { asData } from '../../shared/kernel/display.ts';
import { ModelTrouble } from '../../shared/models/language-model.ts';
import { redactText } from '../../shared/redaction/redact.ts';

const maxReason = 500;

/** A model at a server that gave no answer. The message is for the operator, who alone may know where the server is. */
export class ModelUnanswered extends ModelTrouble {
  constructor(model: string, cause: unknown) {
    const said = cause instanceof Error ? cause.message : String(cause);
    const why = redactText(asData(said, maxReason)).text;
    super(
      `${toldOf(cause)} An agent can read it too: ask one with the MCP prompt read_meeting.`,
      `The language model ${asData(model)} gave no answer: ${why}. Look at COORD_LLM_URL, COORD_LLM_MODEL and COORD_LLM_KEY.`,
      { cause },
    );
  }
}

/** MTG-17: why, and what to do, in words of our own: a server's may hold its address or a key. */
function toldOf(error: unknown): string {
  const { lastError, statusCode, name } = (error ?? {}) as Trouble;
  // The library wraps what failed again at its second try.
  if (lastError !== undefined) return toldOf(lastError);
  if (statusCode === undefined) {
    return /^(?:Abort|Timeout)Error$/.test(name ?? '')
      ? 'its server took too long. A faster model may do: COORD_LLM_MODEL names one.'
      : 'its server cannot be reached. Start it, or correct COORD_LLM_URL where the relay is started.';
  }
  const answered = `its server answered with status ${statusCode}`;
  if (statusCode < 400)
    return `${answered}, but with no answer of a model. Correct COORD_LLM_URL where the relay is started.`;
  const next = whatToDo.get(statusCode) ?? 'Look at the log of that server.';
  return `${answered}. ${next}`;
}

interface Trouble {
  readonly lastError?: unknown;
  readonly statusCode?: number;
  readonly name?: string;
}

const wrongKey = 'It refuses the key: correct COORD_LLM_KEY where the relay is started.';
const whatToDo = new Map([
  [401, wrongKey],
  [403, wrongKey],
  [
    404,
    'It does not know the model or the address: correct COORD_LLM_MODEL or COORD_LLM_URL where the relay is started.',
  ],
  [
    429,
    'It takes no more questions for now: try again later, or look at the limits of its account.',
  ],
]);
