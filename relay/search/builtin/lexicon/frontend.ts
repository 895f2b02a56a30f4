/** What people see and touch. */
export const frontend = `
frontend =0.45
frontend, front end, front-end, ui, user interface, web app, web application, screen, screens, page?, pages?, client side, browser side, gui, web page, website, site, react, vue, svelte, angular, solidjs, preact, jsx, display, shown, view?

component < frontend ~ design-system
component, components, widget, widgets, react component, props, prop drilling, hooks, custom hook, composition, compound components, render prop, higher order component, hoc, web components, custom elements, shadow dom, presentational, container component, storybook, slots, children prop, reusable piece, building block, building blocks, reusable parts, function components, class components, memo

frontend-state < frontend ~ server-state component
state management, redux, redux toolkit, zustand, jotai, recoil, mobx, pinia, vuex, ngrx, signals, context api, usecontext, usestate, usereducer, global state, client state, local state, shared state, store, stores, reducer, reducers, selectors, atoms, data shared between screens, share data between components, keep data in the browser app, several components need the same, several components need, where state lives, ui state, what is open or selected, remember selections, between screens, between components, immer

server-state < frontend ~ caching frontend-state http-client
server state, react query, tanstack query, swr, rtk query, apollo client, data fetching, usequery, query cache, refetch, revalidate, stale time, loading state, load data, loads data, loading data, fetch data, fetched data, fetch on mount, prefetching, query keys, data from the server, data from the backend, get data into the page, get server data, screens get their data, pages get their data, query client, load from the api, load what they show

optimistic-ui < frontend ~ server-state undo
optimistic update, optimistic updates, optimistic ui, optimistic, instant feedback, pending state, mutation, mutations, usemutation, show before confirmed, before the server confirms, before the server answers, before server replies, feel instant, immediately visible, feels instant, roll back on error, without waiting for the server, show change at once, appears immediately, assume success, click feels slow, temporary entry, button reacts

form < frontend ~ form-validation
form, forms, react hook form, formik, final form, input field, input fields, fields, text box, text field, checkbox, dropdown, dropdowns, select box, submit, submitted, submit button, controlled inputs, uncontrolled, multi step form, wizard, fill in, fills in, filling in, questionnaire, survey, enter data, data entry, type in, typed in, combobox, field array, submitting, dirty fields, leave with unsaved

form-validation < form ~ input-validation
form validation, field errors, inline errors, validate on blur, error messages next to, wrong input, mistyped, invalid field, required field, required fields, wrong entries, entered wrongly, typo in the form, highlight errors, red border, show mistakes, mistakes in the form, form errors, incorrect entries, check what people type, check what was typed, as they type, resolver zod, fill in wrong, forgets to fill in, wrong details

draft < form ~ local-storage
draft, drafts, autosave, auto save, autosaved, save automatically, saved automatically, unsaved changes, unsaved work, unsaved, lose what they typed, lose their work, losing work, half filled, half written, unfinished form, restore form, tab closes, closes the tab, closing the tab, beforeunload, save progress, keep what was typed, browser crashes, come back later and continue, accidentally closes, continue later, in progress text

rendering < frontend ~ server-rendering performance
render, rendering, renders, re-render, rerender, rerenders, virtual dom, usememo, usecallback, react memo, react compiler, reconciliation?, hydration, paint, layout shift, jank, janky, concurrent rendering, suspense, drawing, draw, redraw, refresh too often, flicker, flickers, flash, stutter, stutters, laggy interface, typing lags, unnecessary renders, choppy, page jumps, blank screen

server-rendering < rendering ~ seo static-site
server side rendering, ssr, server rendered, server rendering, next js, nextjs, nuxt, remix, sveltekit, astro, react server components, rsc, server components, streaming html, hydrate, hydration mismatch, html from the server, islands, islands architecture, isr, incremental static regeneration, first paint, page built on the server, pages built on the server, html sent, ready made html, where is the html made, app router, getserversideprops, progressive enhancement, javascript disabled, without javascript

static-site < server-rendering ~ cdn
static site, static site generation, ssg, jamstack, gatsby, eleventy, hugo, prerender, prerendered, prerendering, static html, static export, built ahead of time, static pages, generated pages, generated at build time, marketing site, landing page, landing pages, blog, built in advance, docusaurus, brochure site

seo < frontend ~ server-rendering
seo, search engine optimisation, search engine optimization, google ranking, crawler, crawlers, sitemap, robots txt, meta tags, open graph, structured data, json ld, canonical url, indexable, found on google, findable on google, show up in google, google finds, search engines, link preview, previews when shared, ranking in google, rank, googlebot, bing, shared on social media, appear in search

routing < frontend ~ url
routing, router, routes, route, react router, tanstack router, file based routing, client side navigation, navigation, navigate, nested routes, dynamic routes, history api, pushstate, back button, browser back, deep links, deep linking, url state, state in url, state in the url, which page, go to another page, move between pages, moving between pages, breadcrumbs, menu, address shows, share the link to this view, bookmark, bookmarkable, bookmark a view, bookmarked, guards, redirect after login, lazy routes, share a filtered view, send a link to what they see

styling < frontend ~ design-system
css, styling, styles, style sheet, stylesheet, tailwind, tailwindcss, css modules, styled components, emotion, css in js, vanilla extract, sass, scss, less css, postcss, bem, utility classes, bootstrap, look and feel, looks, appearance, layout, flexbox, grid, visual, class names, css variables, custom properties, how things look, spacing, fonts, typography, unocss, specificity, pretty

theming < styling ~ design-system
theme, themes, theming, dark mode, light mode, night mode, dark theme, color scheme, colour scheme, colors, colours, color, colour, prefers color scheme, white label, whitelabel, branding, brand colors, customer branding, custom branding, own logo, logo, palette, at night, eyes hurt, dark background, look in their own colours, skin, customers look

design-system < frontend ~ styling component
design system, design tokens, component library, ui library, ui kit, radix, shadcn, material ui, mui, chakra, ant design, headless ui, storybook, figma, style guide, pattern library, same look everywhere, look the same, looks the same, consistent look, uniform look, buttons look, standard buttons, shared components, shared buttons, design language, designers, mantine, visual consistency, look alike, identical buttons

responsive < styling ~ mobile
responsive, responsive design, media query, media queries, breakpoint, breakpoints, mobile first, small screen, small screens, big screen, container queries, viewport, screen sizes, screen size, different screens, phones and tablets, on a phone, tablet, tablets, fits on small, narrow screens, every device, desktop and mobile, wide screens, landscape

animation < styling ~ rendering
animation, animations, animate, transition effects, framer motion, gsap, lottie, motion, reduced motion, prefers reduced motion, spring, easing, css transition, view transitions, moving things, slide in, fade, fade in, smooth, smoothly, parallax, effects, spinning

accessibility < frontend ~ keyboard
accessibility, accessible, a11y, wcag, aria, screen reader, screen readers, blind, blind people, blind users, low vision, visually impaired, colour blind, color blind, contrast, colour contrast, alt text, focus management, focus trap, axe, disabled people, disability, disabilities, people who cannot see, cannot see, cannot use a mouse, without a mouse, assistive technology, semantic html, voiceover, nvda, hard of hearing, captions, impaired, deaf, read aloud, tab order, handicap, wheelchair

keyboard < accessibility
keyboard, shortcuts, shortcut, keyboard shortcuts, hotkey, hotkeys, key binding, keybindings, keyboard navigation, command palette, focus ring, roving tabindex, arrow keys, escape key, key press, keystroke, keystrokes, tab key, fingers on the keys, power users, cmd k, without the mouse, only the keyboard

internationalisation < frontend ~ locale
i18n, internationalization, internationalisation, localization, localisation, l10n, translate, translated, translation, translations, translator, translators, languages, other languages, several languages, multilingual, i18next, react intl, formatjs, lingui, message catalog, message catalogue, icu messages, gettext, pluralization, plurals, plural forms, rtl, right to left, arabic, hebrew, german?, french?, spanish?, chinese?, english?, foreign language, own language, crowdin, lokalise, texts in another language, wording, speak other languages, native language, mother tongue, foreign users

locale < internationalisation ~ time-zone money
locale, locales, intl api, intl, number format, number formatting, date format, decimal comma, decimal separator, thousands separator, collation, sort alphabetically, accept language, regional format, country specific, date notation, units, metric, imperial, unit conversion, umlaut, accents, cultural, format numbers, day and month order, written differently in other countries

toast < frontend ~ error-message
toast, toasts, snackbar, banner, popup, pop up, modal, modals, dialog, dialogs, confirmation dialog, are you sure, confirm before, tooltip, notification banner, message on screen, popover, portal, overlay, ask before deleting, warn before deleting, alert box, hint on screen, little message

error-message < frontend ~ error-handling
error message, error messages, error page, error boundary, error boundaries, error screen, empty state, friendly message, user facing error, sorry page, something went wrong, white screen, blank page, what users see when, what people see when, tell the user, tell users, understandable message, retry button, shown to users, crashed widget, broken page, 404 page, explains to the user, show when it breaks

loading < frontend ~ rendering server-state
spinner, spinners, skeleton, skeletons, skeleton screen, loading indicator, progress bar, progress, progress indicator, loading, while loading, placeholder, placeholders, please wait, shimmer, percent done, how far along, while waiting, while they wait, what is shown while, still working, waiting screen, tell how long it takes, how far it is

infinite-scroll < frontend ~ pagination rendering
infinite scroll, virtual list, virtualized, virtualised, virtualization, virtual scrolling, windowed list, react window, react virtualized, tanstack virtual, endless list, scroll, scrolling, scrolls, long table, huge table, thousands of rows on screen, big tables in the browser, large tables, intersection observer, list gets slow, endless scrolling, visible rows, many rows on the page

table-grid < frontend ~ infinite-scroll filtering
data grid, datagrid, ag grid, tanstack table, data table, data tables, spreadsheet view, sortable table, column resize, editable grid, pivot, table component, rows and columns on screen, sticky header, excel like, grid view, table view, resizable columns

charts < frontend ~ analytics
chart, charts, graph?, graphs, plot, d3, chart js, recharts, echarts, highcharts, visualisation, visualization, dashboard, dashboards, diagram, bar chart, pie chart, line chart, visx, sparkline, drawn numbers, pictures of numbers, trend line, curves, reports on screen

rich-text < frontend ~ html-sanitise collaboration
rich text, wysiwyg, text editor, editor, tiptap, prosemirror, lexical, quill, slate, ckeditor, tinymce, markdown editor, markdown, formatted text, bold and italic, formatting toolbar, contenteditable, remark, mdx, write text with formatting, headings and lists, monaco, codemirror, mentions, comment box

collaboration ~ real-time offline-sync rich-text
collaboration, collaborative, collaborative editing, crdt, crdts, yjs, automerge, operational transform, operational transformation, ot, google docs, multiplayer, edit together, edit at the same time, editing together, work on the same document, same document at once, same document, simultaneous editing, liveblocks, cursors of others, shared document, co-edit, typing at once, merge edits, both type, several people write, shared whiteboard

drag-drop < frontend
drag and drop, drag, dragging, drop zone, dnd kit, react dnd, reorder, reordering, sortable, sortable list, rearrange, rearranging, fractional index, fractional indexing, lexorank, manual order, position column, kanban, kanban board, move cards, cards, order of items, own order, change the order, order by hand, put in order, arrange

browser =0.7
browser, browsers, chrome, safari, firefox, edge browser, polyfill, polyfills, browserslist, browser support, old browsers, internet explorer, ie11, caniuse, baseline, core js, user agent, web platform, supported browsers, which browsers, evergreen, outdated browsers, dom, core web vitals, tabs

browser-extension < browser
browser extension, chrome extension, content script, manifest v3, extension, extensions, plugin?, add on, addon, background script, web store, toolbar button

local-storage < browser ~ offline-sync draft
localstorage, local storage, sessionstorage, session storage, indexeddb, dexie, browser storage, client storage, stored in the browser, kept in the browser, saved on the device, on the device, opfs, storage quota, remember preferences, remember settings, remembered in the browser, user preferences, preferences, async storage, mmkv

bundling < build-tool ~ lazy-loading performance
bundle, bundler, bundling, bundles, webpack, vite, rollup, esbuild, parcel, turbopack, rspack, tree shaking, bundle size, minify, minification, minified, chunk, vendor chunk, dead code elimination, size budget, javascript size, how much javascript, download size, heavy page, too much javascript, bundle analyzer, kilobytes, page weight, size of the app, small downloads, swc

lazy-loading < performance ~ bundling
lazy, lazy load, lazy loading, lazily, code splitting, code split, dynamic import, react lazy, on demand, load on demand, load when needed, only when needed, load only what, deferred loading, deferred scripts, preload, prefetch, first load, initial load, first page load, startup time, starts slowly, faster start, page opens slowly, slow first visit, load later, not up front, time to interactive, app opens slowly, below the fold, only when opened

static-assets < frontend ~ cdn image-processing
static assets, assets, fonts, web fonts, icons, icon, svg, sprite, favicon, static files, public folder, icon set, svg icons, pictograms, lucide, font loading, self hosted fonts, pictures and fonts

image-processing < file-upload ~ cdn performance
image resizing, image processing, resize, resized, thumbnail, thumbnails, sharp, imagemagick, imgproxy, cloudinary, webp, avif, jpeg, png, image optimisation, image optimization, responsive images, srcset, crop, cropping, exif, pictures, photos, photo, picture, smaller pictures, compress images, big pictures, huge photos, blurhash, image size, picture sizes, preview image, rotate photo

video < file-storage ~ cdn stream
video, videos, audio, hls, dash streaming, ffmpeg, transcode, transcoding, mux, video player, live stream, playback, media files, podcast, encode video, recording, recordings, films, clips, bitrate, watch a film, mp4, sound, music

mobile =0.8 ~ responsive
mobile, mobile app, ios, android, iphone, phone, phones, native app, react native, expo, flutter, swift, swiftui, kotlin, jetpack compose, cordova, capacitor, ionic, tablet app, smartphone, native module, app on the phone, cross platform app, hermes engine, xcode, apps for phones

app-store < mobile ~ deployment
app store, play store, app review, testflight, over the air update, ota update, codepush, expo updates, force update, forced update, minimum app version, old app versions, update the app, in app purchase, app release, store submission, outdated app, people do not update, old installs, must update, still use an old app

push-notification < notification ~ mobile
push notification, push notifications, apns, fcm, firebase messaging, onesignal, web push, device token, push token, badge count, silent push, notification on the phone, message on the phone, buzz, lock screen, phone alerts, notify phones

offline-sync < mobile ~ conflict-resolution local-storage service-worker
offline, offline first, offline mode, works offline, local first, sync, synchronise, synchronize, synchronisation, sync engine, replicache, watermelondb, pouchdb, electric sql, powersync, without internet, no internet, no connection, no signal, no network, in a tunnel, in the tunnel, on a plane, bad connection, poor connection, bad reception, no reception, connection drops, unreliable connection, queue changes locally, reconnects, back online, goes online again, delta sync, disconnected, in the basement, lose connection, changes made offline, network drops, subway

conflict-resolution < offline-sync ~ optimistic-lock collaboration
conflict resolution, merge conflicts in data, resolve conflicts, last writer wins, last write wins, lww, three way merge, merge strategy, conflicting edits, both changed, two devices, changed on both, changed in two places, which version wins, whose change wins, who wins, merging changes, diverged copies, phone and laptop disagree, two versions of the same, field level merge

service-worker < browser ~ offline-sync http-cache
service worker, service workers, pwa, progressive web app, workbox, web app manifest, installable, add to home screen, precache, background sync, app shell, install the website, website like an app, cache storage, home screen icon

desktop ~ mobile
desktop app, electron, tauri, desktop application, native desktop, windows app, macos app, installer, auto update, tray icon, program on the computer, notarisation, notarization, code signing, msi, ipc main, computer program

command-line ~ process-exec
cli, command line, command line interface, terminal, console app, commander, yargs, oclif, argv, arguments, flags?, subcommand, subcommands, stdin, exit code, exit codes, shell completion, interactive prompt, ansi colors, tty, run from the terminal, typed commands, command options
`;
