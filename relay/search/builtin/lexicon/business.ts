/** Money, messages, files, finding things, and knowing how it goes. */
export const business = `
money ~ currency number-precision payment
money, monetary, amount, amounts, money amounts, cents, minor units, price, prices, pricing?, dinero, dinero js, sum of money, totals, total, euros, dollars, pounds, euro, dollar, pennies, penny, how much something costs, integer cents, decimal money, sums, fractions of a cent, price storage, bigint cents, monetary values

currency < money ~ locale
currency, currencies, exchange rate, exchange rates, fx, forex, iso 4217, multi currency, convert currency, foreign money, other money, usd, eur, gbp, yen, conversion rate, pay in their own currency, different currencies, dollars to euros, rate of the day

number-precision < money ~ data-type
floating point, float, floats, precision, rounding, round, rounded, rounds, rounding errors, decimal, decimals, decimal js, big js, bignumber, bankers rounding, half even, 0.1 + 0.2, numeric type, fixed point, off by a cent, cent off, penny off, add up, adds up, do not add up, exact arithmetic, inexact, accuracy, fractional, lost fractions, calculation with money, double precision

payment < money ~ subscription refund idempotency third-party
payment, payments, pay, pays, paying, paid, stripe, paypal, adyen, braintree, mollie, square payments, checkout, credit card, card, cards?, debit, direct debit, sepa, bank transfer, ach, charge, charges, charged, charge customers, payment provider, payment intent, payment method, apple pay, google pay, klarna, take money, collect money, 3d secure, sca, psp, settle, buy, buys, buying, purchase, purchases, card details, checkout flow

pci < payment ~ pii security
pci, pci dss, card data, card number, card numbers, hosted fields, stripe elements, tokenised cards, tokenized cards, tokenize card, saved card, saved cards, cvv, cardholder, never touch card numbers, card details stored, keep card details, remember the card, card vault

subscription < payment ~ billing
subscription, subscriptions, recurring payment, recurring billing, monthly plan, plan, plans, pricing plan, pricing plans, tier, tiers, trial, free trial, trial period, upgrade plan, downgrade, downgrades, upgrade, upgrades, proration, prorate, prorated, seat based, per seat, renewal, renews, membership, stripe billing, dunning, failed payment, failed payments, card declined, declined, payment fails, card expired, cannot pay, did not pay, monthly fee, freemium, paid features, premium, cancel subscription, churned, change plan in the middle, switch plans, paywall, overdue

billing < money ~ invoice subscription quota
billing, bill, bills, billed, usage based billing, metered, metering, metered billing, usage records, pay as you go, pay per use, consumption, charge for usage, billing cycle, billing period, billing run, count usage, how much they used, what customers owe, owe, pricing model, charged by, cost per call

invoice < billing ~ tax pdf
invoice, invoices, invoicing, receipt, receipts, credit note, invoice number, gapless, gapless numbering, e-invoice, einvoicing, zugferd, statement, statements, accounting, bookkeeping, accountant, accountants, tax office, fiscal, consecutive numbers, without gaps, proof of purchase, paper for the accountant, financial records

tax < billing ~ invoice
tax, taxes, vat, sales tax, gst, taxjar, avalara, stripe tax, tax rate, tax rates, reverse charge, tax id, vat id, value added tax, duty, customs, tax calculation, net price, gross price, tax included, tax exempt, state tax, taxation

refund < payment ~ rollback-data
refund, refunds, refunded, chargeback, chargebacks, dispute, disputed, money back, give back money, give money back, reimburse, reimbursement, return an order, returns?, partial refund, void, reversal, wants their money back, send money back, unhappy buyer, cancel an order

ledger < money ~ event-sourcing audit
ledger, double entry, double-entry, bookkeeping, debits and credits, debit and credit, journal entries, account balance, balance, balances, wallet, credits, credit balance, payout, payouts, settlement, reconciliation, reconcile, tigerbeetle, money movement, movements of money, where money went, store credit, transfer money, transfers, every cent accounted, how much is left, stripe connect, marketplace payouts, pay sellers, accounts balance

discount < payment
discount, discounts, coupon, coupons, voucher, vouchers, promo, promo code, promotion, promotions, gift card, gift cards, loyalty, loyalty points, price rule, special offer, offers, cheaper price, rebate, percent off, referral, price reduction, sale?, campaign codes

inventory ~ order race-condition
inventory, stock, stock level, stock levels, warehouse, out of stock, sold out, in stock, oversell, overselling, reserve stock, reserve items, hold items, hold items in the basket, last item, availability of items, sku, goods, items left, product count, fulfilment, fulfillment, warehouse system, last ticket, seats left, tickets

order ~ cart payment
orders, order processing, purchase order, order placed, place an order, order lines, line items, order status, fulfil, shop, online shop, e-commerce, ecommerce, commerce, storefront, shopify, magento, selling, sell things, what people bought, store front

cart < order ~ session
cart, shopping cart, basket, shopping basket, abandoned cart, guest cart, guest checkout, wishlist, add to cart, merge cart, items before buying, before they buy, put things in, buy without an account, basket survives

shipping < order
delivery address, shipment, shipments, parcel, parcels, carrier, carriers, shipping cost, shipping costs, tracking number, courier, postage, dhl, ups, fedex, label printing, goods sent, packages sent, deliver goods, shipping label, logistics, freight

product-catalog ~ order search-engine
catalog, catalogue, product, products, product data, variants, product variants, sku, attributes, article, articles, price list, product page, product information, pim, sizes and colours, items for sale, assortment

e-mail < notification ~ template
email, e-mail, mail, mails, mailing, sendgrid, mailgun, postmark, ses, amazon ses, smtp, nodemailer, resend, transactional email, mail provider, inbox, mailbox, mjml, react email, send mail, send mails, sending mail, letters?, mail template, message to customers, write to customers, mail server, mailer, imap

e-mail-delivery < e-mail ~ third-party
deliverability, spf, dkim, dmarc, bounce, bounces, bounced, bounced mail, spam folder, junk, junk folder, land in spam, ends up in spam, sender reputation, suppression list, complaint, hard bounce, soft bounce, unsubscribe, unsubscribe link, sending domain, warm up ip, never arrives, mail does not arrive, mails do not arrive, mail not received, list unsubscribe, dead address, does not exist any more

notification ~ e-mail push-notification
notification, notifications, notify, notifies, notified, inform, informed, let people know, let users know, tell users, tell people, reminder, reminders, remind, digest, digests, digest mail, in app notifications, notification centre, notification center, notification preferences, bell icon, unread, novu, knock, knows about news, gets told, too many mails, bundle notifications, quiet hours, do not disturb, preferred channel, mention, pestering, annoy

sms < notification ~ multi-factor
sms, text message, text messages, twilio, vonage, messagebird, whatsapp, phone number, phone numbers, e164, libphonenumber, texting, voice call, mobile number, telephone, telephone number, call centre, short code

template ~ e-mail html-sanitise
template, templates, templating, handlebars, mustache, ejs, liquid, nunjucks, jinja, pug, placeholders, placeholder syntax, mail merge, interpolation, boilerplate text, customisable texts, customizable texts, fill in names, text with gaps, layouts, texts edited by staff, logicless

cms ~ rich-text static-site
cms, headless cms, contentful, sanity, strapi, wordpress, prismic, payload cms, content management, editorial, editors, content team, content editors, copy changes, change texts, page builder, authors, marketing team, marketing people, non programmers, without a programmer, without a developer, edit the website, publish an article, marketing pages, contents, non technical staff

file-upload < file-storage ~ signed-url resource-limit
upload, uploads, uploaded, uploading, file upload, multipart, multipart upload, multer, busboy, tus, resumable upload, resumable, chunked upload, upload limit, attach, attachment, attachments, attach files, send files, send us files, large file, large files, big file, big files, huge files, filepond, uppy, drag files, hand in files, people give us files, people send documents, gigabyte files, submit documents, interrupted upload, receive files

file-storage ~ file-upload cdn
file storage, object storage, s3, gcs, google cloud storage, azure blob, blob storage, blob, blobs, minio, r2, bucket, buckets, backblaze, storage bucket, store files, stored files, where files go, where do files, keep files, files, documents, file, keep pictures, store images, where images are kept, storage class, binary data, binaries, keep documents, ceph, put files, files in the database

signed-url < file-storage ~ file-upload authorization
signed url, signed urls, presigned, presigned url, presigned urls, pre signed, temporary link, expiring link, time limited link, private files, private downloads, download link, direct upload, upload directly, upload straight, straight to storage, bypass the server, signed cookies, not through our server, protected downloads, only for those who may, only the owner can download, link that stops working, limited time link, sas token, private documents, private pictures

virus-scan < file-upload ~ security
virus, viruses, malware, clamav, antivirus, anti virus, virus scan, scan uploads, infected, infected files, magic bytes, file type check, file type detection, mime sniffing, content sniffing, dangerous files, harmful files, disguised, pretends to be, executable uploads, file extensions check, what kind of file, trojan, really an image, bad files

file-system ~ file-storage
file system, filesystem, disk, disks, fs, directory, directories, folder, folders, atomic write, rename, write then rename, fsync, temp file, temporary files, tmp, disk space, disk full, file watcher, chokidar, inotify, file permissions, file mode, nfs, efs, half written file, local disk, volume, volumes, mounted, hard drive, ephemeral disk, persistent volume

csv < data-exchange ~ worker bulk
import job, partial import, import errors, rows rejected, invalid lines, bad lines, skip bad rows, import report, failed rows, some lines wrong, one wrong line, one bad row, preview import, mapping columns, wrong rows, validate rows, csv, spreadsheet, spreadsheets, excel, xlsx, import, imports, importing, export?, exports, import file, papaparse, exceljs, tsv, delimited, delimiter, column mapping, import wizard, import contacts, bulk import, load a list, data import, list from excel, reading tables, formula injection, take over data from another system, download as a table, upload a list

pdf ~ template file-storage
pdf, pdfs, puppeteer pdf, pdfkit, pdf lib, wkhtmltopdf, print, printing, printable, paper, generate documents, document generation, html to pdf, weasyprint, printed, reports as documents, letter, docx, word documents, headless chrome, printout, documents to download, on paper

data-exchange =0.8 ~ serialization third-party
data exchange, interchange, edi, sftp, ftp, import export, file drop, batch files, data feed, feeds, partner files, exchange files, data transfer, file exchange, nightly file, transfer between companies

search-engine ~ index ranking
search, searches, searching, full text, full text search, fulltext, elasticsearch, opensearch, algolia, meilisearch, typesense, lucene, solr, fts5, tsvector, trigram, pg trgm, inverted index, find things, find products, find documents, find text, search box, search bar, search index, looking for, look for, find what they look for, how do people find, finding things, finds nothing, facets, faceted search, search field, seek, find something

fuzzy-search < search-engine
fuzzy, typo tolerance, typo, typos, typo tolerant, misspelling, misspelled, misspell, mistype, spelling, spelling mistakes, levenshtein, edit distance, autocomplete, auto complete, typeahead, suggestions, suggest, search as you type, did you mean, synonyms, similar names, sounds like, phonetic, soundex, while typing, wrongly spelled, slightly wrong, almost the same, proposes words

ranking < search-engine
ranking, relevance, relevant, bm25, tf idf, scoring, score, boost, learning to rank, reciprocal rank fusion, hybrid search, rerank, best results first, order of results, result order, better results, most relevant, top results, on top, which comes first, best match, good hits, useful hits, right results, popular first

vector-search < search-engine ~ machine-learning language-model
vector search, embedding, embeddings, semantic search, pgvector, pinecone, qdrant, weaviate, milvus, faiss, hnsw, nearest neighbour, nearest neighbor, ann, similarity search, cosine, cosine similarity, sqlite vec, search by meaning, meaning, similar documents, find similar, similarity, related items, dense retrieval, vectors, other words

recommendation < machine-learning ~ ranking
recommendation, recommendations, recommend, recommender, personalisation, personalization, personalised, personalized, collaborative filtering, you may also like, similar products, related products, suggested for you, feed ranking, people also bought, what else they may like, tailored, for you, individual suggestions

analytics ~ tracking data-warehouse
analytics, product analytics, amplitude, mixpanel, posthog, google analytics, plausible, matomo, segment, usage statistics, usage data, statistics, stats, reporting, report, reports, business intelligence, bi, tableau, metabase, looker, power bi, insights, funnel, funnels, conversion, retention analysis, cohort, behaviour of users, how people use, how the product is used, which features are used, what is used, who uses what, key figures, business numbers, how many people use, management wants numbers, numbers for management, popular features, measure success, visitors count, sales figures

tracking < analytics ~ consent
tracking, track, tracked, track events, tracking plan, event naming, page view, page views, clickstream, pixel, tag manager, gtm, utm, session replay, heatmap, fingerprinting?, event schema, click events, clicks recorded, what people click, measure clicks, record clicks, attribution, follow visitors, observe visitors, watch what users do

experiment < analytics ~ feature-flag
experiment, experiments, experimentation, a/b test, ab test, ab testing, split test, variant, multivariate, control group, statistical significance, hypothesis, bucketing, try two versions, two versions, which version is better, which design works better, works better, compare two designs, compare variants, half of the users, bandit, prove that a change helps, test an idea with users, better with users

data-warehouse < data-pipeline ~ analytics
data warehouse, warehouse, snowflake, bigquery, redshift, databricks, clickhouse, data lake, lakehouse, parquet, iceberg, delta lake, star schema, fact table, dimension table, olap, columnar, column store, analytical queries, analysts, data mart, reports on big data, heavy reports, analysis database, big data, years of data, reporting slows down, crunch numbers, separate from production

data-pipeline ~ stream batch data-warehouse
data pipeline, data pipelines, etl, elt, airflow, dagster, prefect, dbt, fivetran, airbyte, stitch, spark, beam, ingestion, ingest, transform data, data flow, dag, data engineering, data sync, move data, moving data, gets data from, load data into the warehouse, collect data, transformations, data lineage, feed the reports, bring data together, combine sources, data quality checks, great expectations

batch =0.8 ~ bulk data-pipeline
batch, batches, batched, batching, batch job, batch processing, micro batch, bulk processing, in groups, group together, process together, in one go, big runs, thousands at a time, bundle up, together instead of one by one, accumulate then send, flush interval, in bigger portions

machine-learning ~ data-pipeline
machine learning, ml, model training, training, trained, model serving, inference, feature store, mlflow, sagemaker, pytorch, tensorflow, scikit, classifier, classification, prediction, predict, predictions, forecast, regression model, neural network, drift detection, gpu, onnx, artificial intelligence, learned model, hugging face, learns from data, guess the outcome, detect patterns, anomaly detection

language-model < machine-learning ~ vector-search
llm, large language model, language model, gpt, openai, claude, anthropic, gemini, mistral, ollama, prompt, prompts, prompt injection, rag, retrieval augmented, chatbot, assistant, agent, agents, ai agent, ai, mcp, tool calling, function calling, hallucination, hallucinate, made up answers, invented answers, context window, token budget, structured output, langchain, vercel ai sdk, evals, text generation, generated text, bot answers, ai answers, model answers, ai features, temperature setting, coding agent, trick the assistant

enterprise =0.8 ~ tenant sso
enterprise, enterprise customer, big customers, large customers, b2b, corporate, procurement, contract?, compliance demands, security questionnaire, dedicated instance, on premise, large companies, business customers, big companies, corporate client

comments < collaboration
comment thread, threads, discussion, discussions, replies, reply, annotations, annotation, reactions, emoji reactions, likes, mentions, feedback, leave a remark, remarks, remark, talk about, discuss, conversation

social < user
social, followers, following, friends, friend, news feed, timeline, activity feed, feed, feeds, posts, post, like button, fan out on write, community, forum, share posts, people they follow, wall, latest posts, celebrity
`;
