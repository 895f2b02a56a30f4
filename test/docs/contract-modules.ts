import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { operations, type OperationName } from '../../shared/api/operations.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { absolute, exists } from './files.ts';

/** The operations and records of one part of the domain, from its `contract.ts`. */
export interface Chapter {
  /** As its folder is called: `work-packages`. */
  readonly folder: string;
  readonly operations: readonly (readonly [name: OperationName, operation: Operation])[];
  readonly records: readonly (readonly [name: string, schema: z.ZodObject])[];
}

/** Every contract, in the order of the table of operations. Gives each record an id, so that it is described once. */
export async function chapters(): Promise<Chapter[]> {
  const order = Object.values<Operation>(operations);
  const found: Chapter[] = [];
  for (const folder of readdirSync(absolute('shared')).toSorted()) {
    const path = `shared/${folder}/contract.ts`;
    if (exists(path)) found.push(await chapter(folder));
  }
  nameRecords(found);
  const place = ({ operations: [first] }: Chapter) => (first ? order.indexOf(first[1]) : Infinity);
  return found.toSorted((one, other) => place(one) - place(other));
}

/** What an operation takes stands with the operation. */
const inputs: ReadonlySet<z.ZodType> = new Set(
  Object.values<Operation>(operations).map(({ input }) => input),
);

async function chapter(folder: string): Promise<Chapter> {
  const contract = (await import(`../../shared/${folder}/contract.ts`)) as Record<string, unknown>;
  const values = Object.entries(contract);
  const own = new Set(
    values
      .filter(([name]) => name.endsWith('Operations'))
      .flatMap(([, table]) => Object.values(table as object)),
  );
  return {
    folder,
    operations: (Object.entries(operations) as [OperationName, Operation][]).filter(([, one]) =>
      own.has(one),
    ),
    records: values.flatMap(([name, value]) =>
      value instanceof z.ZodObject && !inputs.has(value) ? [[name, value] as const] : [],
    ),
  };
}

/** A schema that two contracts export is one record; two that share a name are told apart by their folder. */
function nameRecords(found: readonly Chapter[]): void {
  const taken = new Set<string>();
  for (const { folder, records } of found) {
    for (const [name, schema] of records) {
      if (z.globalRegistry.get(schema)?.id !== undefined) continue;
      const id = taken.has(name) ? `${folder}-${name}` : name;
      taken.add(id);
      z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
    }
  }
}

/** The records that have an id, each once, by their ids. */
export function namedRecords(found: readonly Chapter[]): [id: string, schema: z.ZodObject][] {
  const byId = new Map(
    found.flatMap(({ records }) =>
      records.map(([name, schema]) => [z.globalRegistry.get(schema)?.id ?? name, schema] as const),
    ),
  );
  return [...byId].toSorted(([one], [other]) => one.localeCompare(other, 'en'));
}
