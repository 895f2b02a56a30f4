/** How programs talk to each other. */
export const api = `
api =0.45
api, apis, endpoint, endpoints, rest, restful, http api, interface?, json api, resource, route handler, controller, controllers, backend call, request, requests, response, responses, http, program against, integrate

api-style < api
rest, graphql or rest, restful, hateoas, hypermedia, rpc, json rpc, resource oriented, resource names, naming endpoints, url structure, verbs, http methods, put or patch, patch, status codes, http status, status code, plural nouns, api design, api guidelines, api conventions, naming of routes, partial updates, merge patch, json patch, camel case json, field naming, response envelope, envelope, shape of answers

graphql < api ~ n-plus-one schema
graphql, apollo, apollo server, relay?, urql, resolver, resolvers, schema stitching, graphql federation, subgraph, supergraph, query language for api, graphql mutation, introspection, query depth, query complexity, persisted queries, fragments, pothos, nexus, hasura, clients pick fields, choose fields, ask for exactly the fields, only the fields they need, over fetching, overfetching, under fetching, underfetching, deeply nested request

grpc < api ~ protobuf service
grpc, connect rpc, rpc, remote procedure call, trpc, thrift, twirp, http2 streaming, bidirectional streaming, service definition, stub, typed client, generated client, fast internal calls, binary protocol, typed calls between, between internal services, services call each other, how services talk, internal communication

protobuf < serialization ~ grpc schema
protobuf, protocol buffers, proto files, avro, flatbuffers, messagepack, msgpack, cbor, schema registry, binary format, binary encoding, wire format, compact encoding, capnproto, field numbers, schema evolution

serialization =0.9 ~ data-type
serialization, serialisation, serialize, serialise, deserialize, deserialise, json, xml, yaml, marshal, unmarshal, encode, decode, superjson, stringify, parse json, data format, transfer format, dto, dtos, data transfer object, mapping layer, convert between, to and from, toml, date in json, bigint json

pagination < api ~ infinite-scroll query
pagination, paginate, paginated, paging, page size, next page, cursor, cursors, cursor pagination, keyset, keyset pagination, limit offset, offset limit, offset, page number, page token, long list, long lists, large list, large lists, huge list, many results, too many results, list in pieces, rest of the list, lists page by page, page by page, list endpoints, skip and take, how many items, items per page, load more, through thousands of results, whole list, return everything at once, big result sets, next batch of results, rows missing between pages

filtering < api ~ query search-engine
filter, filters, filtering, sort, sorting, sorted, order by, sort order, query parameters, query string, narrow down, faceted?, search filters, filter language, odata, rsql, filter expression, sort by, sortable, narrow a list, refine, refine results, column sort

api-versioning < api ~ deprecation compatibility
api version, api versioning, versioned api, version, versioning, versions, v1, v2, url version, version header, accept header, breaking change, breaking changes, api changes, changing the api, change an endpoint, without breaking clients, without breaking customers, old clients, old apps, older clients, existing integrations, existing clients, clients that do not update, evolve the api, stripe style versions, date based versions, new version of the interface, incompatible, version prefix

compatibility =0.8 ~ api-versioning
compatibility, compatible, backward compatible, backwards compatible, forward compatible, additive changes, tolerant reader, unknown fields, legacy, legacy clients, old format, still works with, keep old, older version, old and new, keeps working for, postel, optional fields, must ignore

deprecation < api-versioning ~ cleanup
deprecate, deprecated, deprecation, sunset, sunset header, end of life, eol, phase out, phased out, remove an endpoint, removing a feature, retire, retired, discontinue, discontinued, turn off old, get rid of, stop supporting, no longer supported, withdraw, drop support, old endpoint, notice period, announce removal, going away, take away a feature, warn before removing

webhook < api ~ signature retry event third-party
webhook, webhooks, callback url, http callback, svix, outgoing webhook, incoming webhook, stripe webhook, notify customers system, call their server, tell partners, tell other systems, tell their systems, push to their endpoint, partner endpoint, customers server, notify integrations, event delivery, webhook delivery, post to a url, let them know when something happens, inform external systems, inform other companies, tell outside systems, partner systems, hears about changes

third-party =0.8 ~ webhook api
third party, third-party, external service, external services, external api, outside service, vendor, vendors, partner, partners, integration, integrations, integrate, plug into, provider, providers, supplier, saas, salesforce, hubspot, slack, zapier, outside company, other companies, adapter, anti corruption layer, wrap the vendor, vendor lock in, lock in, switch provider, swap the provider, change provider, sdk of a vendor

gateway < api ~ proxy microservices
api gateway, gateway, kong, bff, backend for frontend, edge gateway, single entry point, entry point for all, apisix, tyk, front door, aggregation layer, api composition, combine several calls, aggregate services, ingress?, one door, everything goes through

proxy < network ~ gateway load-balancing
proxy, reverse proxy, nginx, haproxy, traefik, caddy, envoy, x forwarded for, forwarded header, trusted proxy, trust proxy, client ip, real ip, sidecar, apache, ip address of the visitor, visitors address, sits in front

real-time ~ websocket sse pub-sub
real time, realtime, live, live updates, live update, instantly, instant, immediately, pushed to the browser, server push, without reloading, without refreshing, without refresh, as it happens, appear at once, see changes at once, see changes of others, up to the second, live data, live view, right away, no reload, presence, who is online, online indicator, typing indicator, updates itself, shows new, screen updates, refresh by itself, automatically updated, chat, chat messages

websocket < real-time ~ network
websocket, websockets, ws, socket io, socketio, persistent connection, open connection, two way, bidirectional, duplex, sockets, pusher, ably, connection stays open, reconnect, reconnection, sticky sessions, signalr, live connection, lost connection, keepalive, ping pong, permanent connection, drops connection, webrtc

sse < real-time ~ websocket http-header
server sent events, sse, eventsource, event stream, text event stream, one way push, one way stream, last event id, streamed response, server to browser, push from the server, push to browser

polling < real-time ~ scheduler
polling, poll, polls, long polling, long poll, ask repeatedly, check again and again, check every few seconds, every few seconds, every second, refresh interval, keeps asking, check for updates, check for changes, look for news, interval?, repeatedly ask, swr revalidate, refetch interval

http-header =0.8 < api
header, headers, http header, content type, accept, user agent, request header, response header, location header, custom header, content negotiation, charset, media type, mime type, trailing headers

http-cache < caching ~ cdn http-header
http cache, http caching, cache control, cache headers, etag, etags, last modified, if none match, 304, not modified, immutable assets, max age, stale while revalidate, vary, browser cache, no store, must revalidate, hashed file names, conditional request, fingerprinted assets, old javascript, stale assets, stuck on an old version, download again, nothing changed, people get old files, users see old version, refresh to see new version, still the old page, hard refresh

http-client < api ~ timeout network
http client, fetch, axios, got, undici, ky, superagent, keep alive, keepalive agent, outgoing requests, outgoing http, call another service, call other services, calls to other services, talk to another service, interceptors, fetch wrapper, base url, make requests, call an api, node fetch, remote call, requests we make, external calls

error-format < api ~ error-handling
problem details, rfc 7807, rfc 9457, problem json, error response, error responses, error format, error body, error shape, error codes, error code, machine readable error, 400, 422, 500, 404, bad request, error payload, errors clients get, how errors are returned, how errors look, error answer, error in the api, client sees error, tell the client what went wrong, explain what was wrong, reports problems to clients, what callers get, answers with an error

api-docs < documentation ~ api
openapi, swagger, api documentation, api docs, api reference, redoc, postman, spec first, design first, contract first, code first, generated docs, generate client, client generation, generated sdk, sdk, sdks, client library, client libraries, asyncapi, api description, describe endpoints, developer portal, how others learn to call, outside developers, know what to send

microservices < architecture ~ service modular-monolith
microservices, microservice, service boundaries, split the monolith, split into services, separate services, bounded context, bounded contexts, service oriented, soa, many small programs, many small services, independent services, own service, services per team, split up the application, split the system, nanoservice, cut into pieces, extract a service, stand alone program

service =0.4
service, services, service layer, component, subsystem, system, upstream, another service, other service, program, programs, application, app

service-discovery < network ~ microservices
service discovery, service registry, consul, eureka, service mesh, istio, linkerd, dns name, dns based, find each other, find other services, how services find, where is the service, address of a service, kube dns, sidecar proxy, register themselves, host names

load-balancing < network ~ scaling availability
load balancer, load balancing, load balanced, balance the load, alb, elb, nlb, round robin, least connections, sticky session, sticky sessions, session affinity, l7, l4, distribute requests, spread traffic, spread requests, distribute traffic, which server gets, which server answers, route traffic, traffic between servers, share the work between, anycast, evenly

network =0.5
network, networking, tcp, udp, ip, dns, socket, port, ports, connection, connections, vpc, subnet, firewall, vpn, http2, http3, quic, wire, bandwidth, internet, packet, ipv6, private network, peering, security group, domain name, wireguard, tailscale, bastion

contract-testing < testing ~ api-docs microservices
contract test, contract testing, contract tests, pact, consumer driven contracts, consumer driven, schema compatibility check, provider verification, broken by other team, other team breaks us, other team changes, agree between teams, keep services compatible, check against the spec, do we still understand each other, services still fit

url =0.7
url, urls, uri, web address, link, links, address bar, path parameter, query string, deep link, hyperlink, short link, link shortener, redirect, redirects, 301, 302, moved permanently, canonical, short links, old links, links keep working, moved pages
`;
