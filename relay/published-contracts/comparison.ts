import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { ContractChange } from '../../shared/published-contracts/contract.ts';
import { IdleThread } from '../kernel/idle-thread.ts';
import { compareContracts, type PublishedSchema } from './rules.ts';
import { notComparable } from './compare/changes.ts';
import type { SyntaxFault } from './compare/typescript-declarations.ts';
import type { ReadContract, Versions } from './thread.ts';

/** Of the longest schemas more than ten times of what they take; milliseconds. */
const limitMs = 60_000;

/** PUB-2: TypeScript is read in a thread: loading its parser alone would stop every answer for more than half a second. */
export class ContractComparison {
  private readonly thread: IdleThread<Versions, ReadContract>;

  constructor(onError: (error: unknown) => void) {
    this.thread = new IdleThread({ onError, load: () => import('./thread.ts'), limitMs });
  }

  /**
   * The changes between two versions; none where there is no version before. ValidationError: the one after is no TypeScript.
   * Unavailable: too many wait, or it was closed.
   */
  async changes(
    before: PublishedSchema | undefined,
    after: PublishedSchema,
    workspaceId: string,
  ): Promise<readonly ContractChange[] | Refusal> {
    if (before?.schema === after.schema) return [];
    if (after.language !== 'typescript') {
      return before === undefined ? [] : compareContracts(before, after);
    }
    const read = await this.thread.ask([before, after], workspaceId);
    if (read === 'failed') return before === undefined ? [] : [notComparable('')];
    if (typeof read === 'string') return unavailable;
    return read.fault === undefined ? read.changes : noTypeScript(after, read.fault);
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}

const unavailable = refuse(
  'Unavailable',
  'The contract cannot be read now. Publish it again in a minute.',
);

const otherForm =
  'If it is in another form, such as OpenAPI in YAML, GraphQL or protobuf, end its name with the extension, such as shop.yaml.';

/** PUB-1 */
function noTypeScript({ schema }: PublishedSchema, fault: SyntaxFault): Refusal {
  const wanted = schema.trimStart().startsWith('{') ? 'neither JSON nor' : 'no';
  const at = `line ${fault.line}, column ${fault.column}`;
  return refuse(
    'ValidationError',
    `schema is ${wanted} TypeScript: ${at}: ${fault.text.replace(/\.$/, '')}. Mend it there, and publish it again. ${otherForm}`,
    { field: 'schema', line: fault.line, column: fault.column },
  );
}
