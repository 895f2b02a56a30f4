import { decided } from '../labelled.ts';

export const learning = [
  decided(
    'hybrid-search',
    'Product search combines BM25 and vectors',
    'Vectors alone missed part numbers; words alone missed synonyms.',
    ['how does finding items in the catalogue work', 'lexical versus semantic retrieval'],
  ),
  decided(
    'opensearch-pg',
    'Use Postgres full text until ten million documents, no Elasticsearch',
    'A second store needs syncing, and ours is a fifth of that size.',
    ['do we need a dedicated search engine', 'lucene'],
  ),
  decided(
    'feature-store',
    'Training and serving read features from the same definitions',
    "The model was trained on yesterday's averages and served today's.",
    ['online and offline computation of model inputs disagree'],
  ),
  decided(
    'shadow-model',
    'A new model runs in shadow for a week before it decides anything',
    'The last one was better offline and worse with customers.',
    ['how is a newly trained classifier promoted to production'],
  ),
  decided(
    'llm-gateway',
    'All language model calls go through one gateway with budgets and caching',
    'One loop in a notebook cost 4,000 dollars overnight.',
    ['controlling spend on GPT', 'may I call OpenAI directly from my service'],
  ),
  decided(
    'prompt-injection',
    'Text from documents is fenced as data and tools need confirmation',
    'A résumé told the assistant to recommend its author.',
    ['malicious instructions hidden in uploaded content', 'safety of the AI agent'],
  ),
  decided(
    'dbt-models',
    'Transformations in the warehouse are dbt models with tests',
    'Analysts kept SQL in dashboards and two definitions of active user.',
    ['where do metrics get defined', 'ETL'],
  ),
  decided(
    'cdc-debezium',
    'The warehouse is fed by change data capture instead of nightly dumps',
    'Dumps missed rows that were inserted and deleted the same day, and took five hours.',
    ['how does information get from the application database into analytics'],
  ),
  decided(
    'parquet-lake',
    'Raw events are kept as Parquet files partitioned by day',
    'JSON in buckets was ten times larger and every query read all columns.',
    ['file format for the data lake', 'cheap long-term storage of clickstream'],
  ),
  decided(
    'human-label',
    'Two people label each sample and disagreements go to a third',
    "Our quality figures measured one annotator's mood.",
    ['ground truth creation', 'inter-rater reliability'],
  ),
  decided(
    'rank-ndcg',
    'Ranking changes are judged by nDCG offline, then by an interleaving experiment',
    'A/B tests needed six weeks for a difference that interleaving shows in four days.',
    [
      'how do we evaluate relevance',
      ['experiment method for comparing two result orders', { 'hybrid-search': 1 }],
    ],
  ),
];
