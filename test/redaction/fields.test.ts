/** Which texts of the interface are redacted. A new field of an operation that writes is a decision, made here. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openApiDocument } from '../../shared/api/openapi.ts';
import { servedAtRelay } from '../../shared/api/served.ts';
import { operations } from '../../shared/api/operations.ts';
import { listTools } from '../../shared/api/tools.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { tellsRedactions } from '../../shared/contract/redactions.ts';
import { textFieldsOf } from '../../shared/contract/written-fields.ts';
import { transcribeMessage } from '../../shared/meetings/contract.ts';
import { written, kept } from './golden-fields.ts';

const table = Object.entries(operations as Record<string, Operation>);

function fieldsOf(isRedacted: boolean, isWriting: boolean): Record<string, string> {
  return Object.fromEntries(
    table
      .filter(([, { readOnly }]) => readOnly !== isWriting)
      .map(([name, { input }]) => {
        const fields = textFieldsOf(input).filter(
          (field) => (field.written !== undefined) === isRedacted,
        );
        const paths = fields.map(({ path }) => path.join('.').replaceAll('.[]', '[]'));
        return [name, [...new Set(paths)].join(' ')];
      })
      .filter(([, paths]) => paths !== ''),
  );
}

test('RED-1 these fields of operations that write are redacted', () => {
  assert.equal(fieldsOf(true, true), written);
});

test('RED-3 these fields of operations that write stay as they are', () => {
  assert.equal(fieldsOf(false, true), kept);
});

test('RED-1 questions and searches are redacted before a model sees them', () => {
  assert.equal(fieldsOf(true, false), {
    sync: 'task agent_type plan',
    symbols: 'query',
    search: 'query',
    ask: 'question',
  });
});

test('RED-1 what is said in a meeting that goes on is redacted', () => {
  const fields = textFieldsOf(transcribeMessage).filter((field) => field.written !== undefined);
  assert.equal(
    fields.map(({ path }) => path.join('.')),
    ['text', 'speaker'],
  );
});

test('RED-2 an operation whose text is redacted can say so, and tools do not grow by it', () => {
  const telling = table.filter(([, operation]) => tellsRedactions(operation));
  const names = telling.map(([name]) => name).concat('pushTraces');
  assert.equal(names.sort(), Object.keys(written).sort());
  const { paths } = openApiDocument(servedAtRelay()) as unknown as {
    paths: Record<string, object>;
  };
  assert.match(JSON.stringify(paths['/workspaces/{id}/tasks']), '#/components/schemas/Redacted');
  assert.not.ok(JSON.stringify(listTools()).includes('redact'));
});

test.run();
