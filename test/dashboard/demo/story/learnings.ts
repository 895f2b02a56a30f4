import type { AgentName } from '../team/plans.ts';

/** What agents and people kept for the others, in the order of the day. */
export const learnings = [
  {
    minute: 27,
    agent: 'holds',
    type: 'gotcha',
    insight:
      'warehousesWith answers warehouses that are closed today. Filter by opening hours before you promise a date.',
    files: ['src/inventory/warehouse.ts'],
    tags: ['stock', 'dates'],
  },
  {
    minute: 61,
    agent: 'retries',
    type: 'workaround',
    insight:
      'The sandbox of the gateway answers 502 for the first call after midnight. Repeat once; production does not do it.',
    files: ['src/payments/gateway.ts'],
    tags: ['payments', 'tests'],
  },
  {
    minute: 90,
    agent: 'facets',
    type: 'discovery',
    insight:
      'Part numbers of Volvo Penta hold spaces. parsePartNumber removes them, the index does not: normalise both.',
    files: ['src/catalog/part.ts', 'src/search/search-index.ts'],
    tags: ['search'],
  },
  {
    minute: 132,
    agent: 'feeds',
    type: 'gotcha',
    insight:
      'The Vetus feed is in Windows-1252 although its header says UTF-8. FeedReader needs the encoding of the supplier.',
    files: ['src/suppliers/feed-reader.ts'],
    tags: ['import', 'encoding'],
  },
  {
    minute: 171,
    agent: 'labels',
    type: 'pattern',
    insight:
      'Ask both carriers at once and give each four seconds; what has not answered is left out of the rates.',
    files: ['src/shipping/carriers.ts'],
    tags: ['shipping'],
  },
  {
    minute: 228,
    agent: 'components',
    type: 'gotcha',
    insight: 'Safari sends no click for Enter on a summary element. Listen to the toggle event.',
    files: ['web/components/Menu.tsx'],
    tags: ['browser', 'keyboard'],
  },
  {
    minute: 266,
    agent: 'tax',
    type: 'discovery',
    insight:
      'The accounting export rounds half to even for Denmark only. taxRatesOf has to say how, not taxFor.',
    files: ['src/pricing/tax.ts'],
    tags: ['tax'],
  },
] as const satisfies readonly {
  minute: number;
  agent: AgentName;
  type: string;
  insight: string;
  files: readonly string[];
  tags: readonly string[];
}[];
