import type { KnowledgeGraph } from '../../shared/graph/contract.ts';
import { randomFrom } from '../support/random.ts';

const folders = [
  'auth',
  'billing',
  'catalog',
  'db',
  'http',
  'jobs',
  'mail',
  'orders',
  'search',
  'web',
];
const words = ['keeps', 'moves', 'splits', 'caches', 'retries', 'checks', 'signs', 'orders'];

/** A believable graph of so many nodes: decisions about files of forty folders, in areas, by twelve people. Always the same. */
export function bigGraph(size: number): KnowledgeGraph {
  const nodes = new Map<string, KnowledgeGraph['nodes'][number]>();
  const edges: KnowledgeGraph['edges'] = [];
  const random = randomFrom(7);
  const below = (most: number) => Math.floor(random() * most);
  const add = (node: KnowledgeGraph['nodes'][number]) => {
    if (nodes.size < size) nodes.set(node.id, node);
    return node.id;
  };
  const join = (
    source: string,
    target: string,
    kind: 'about' | 'made' | 'in_area' | 'contains',
  ) => {
    if (nodes.has(source) && nodes.has(target)) edges.push({ source, target, kind });
  };
  for (let at = 0; nodes.size < size; at += 1) {
    const topic = folders[below(folders.length)] ?? '';
    const title = `${topic} ${words[below(words.length)]} what ${words[at % words.length]} it (${at})`;
    const state = at % 17 === 0 ? ('stale' as const) : ('fresh' as const);
    const id = add({ id: `dec_${at}`, type: 'decision', label: title, state });
    const person = below(12);
    join(add({ id: `usr_${person}`, type: 'person', label: `Person ${person}` }), id, 'made');
    if (at % 5 === 0) join(id, add({ id: `area_${topic}`, type: 'area', label: topic }), 'in_area');
    for (let n = 0; n <= below(2); n += 1) {
      const folder = below(4) === 0 ? (folders[below(folders.length)] ?? '') : topic;
      const path = `src/${folder}/part${below(4)}/file${below(16)}.ts`;
      const file = add({ id: `file_${path}`, type: 'file', label: path });
      const name = `step${below(6)}`;
      const symbol = add({ id: `symbol_${path}#${name}`, type: 'symbol', label: name });
      join(id, file, 'about');
      join(id, symbol, 'about');
      join(file, symbol, 'contains');
    }
  }
  const known = new Map(edges.map((edge) => [`${edge.source}\n${edge.target}`, edge]));
  return { nodes: [...nodes.values()], edges: [...known.values()] };
}
