import { readFileSync } from 'node:fs'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { SEALED_CHUNKS, SIGNED_IN_CHUNKS, SIGNED_OUT_CHUNKS } from './scripts/build/signed-in-chunks.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** APP_VERSION overrides the version of package.json: the update test builds a later version from the same sources. */
const define = { __APP_VERSION__: JSON.stringify(process.env.APP_VERSION ?? version) }

/** Matches the paths of these modules of src, named without their endings. */
const modules = (...names: string[]) =>
  new RegExp(String.raw`src[\\/](${names.join('|').replaceAll('/', String.raw`[\\/]`)})\.tsx?`)

/** Parts of the libraries, by the names of their files. */
const CONTROLS =
  /[\\/]node_modules[\\/](@floating-ui[\\/]|@mantine[\\/](core|dates)[\\/].*(Menu|Popover|Modal|Combobox|Select|Autocomplete|ScrollArea|FocusTrap|Portal|Overlay|Tooltip|Checkbox|Radio|Switch|Textarea|Pill|Badge|Table|Calendar|Pickers|DateInput))/
const SHARED =
  /[\\/]node_modules[\\/].*[\\/](ActionIcon|Anchor|InputBase|use-input-props|useLocation|use-uncontrolled|use-merged-ref|IconCloudOff|IconHourglass|TextInput)\b/

/**
 * Chunks of modules that are loaded together, from the first to the last. A module that two groups match goes to the
 * one of higher priority.
 */
const STARTS = [
  // One file: each further style sheet with a layer makes Chromium lay out the whole page anew, docs/gotchas.md.
  { name: 'layers', test: /[\\/]node_modules[\\/].*\.layer\.css$/, priority: 6 },
  // With what sign-in and first cards share: the first cards would load the next group for it otherwise.
  {
    name: 'start',
    test: (id: string) =>
      modules('main', 'ui/Logo', 'ui/BrandLogo', 'device/brokerage', 'domain/time/durations').test(id) ||
      SHARED.test(id),
    priority: 5,
  },
  // With its route: what only that imports of a library would lie in the next group otherwise.
  { name: 'entrance', test: modules('features/session/LoginScreen', 'routes/login'), priority: 4 },
  // The first cards of a signed-in start.
  {
    name: 'work',
    test: modules(
      'routes/-SessionFrame',
      'routes/-BoardRoute',
      'db/sealing/(code|held-keys|locked|mirror-name)',
    ),
    priority: 3,
  },
  // What asks for the keys of a protected device and opens its first reading. No other device loads it.
  {
    name: 'sealed',
    test: modules(
      'opening/unlocked',
      'db/mirror/sealed-(session|reading)',
      'db/sealing/(bulk|lists|packing|record)',
    ),
    priority: 2.8,
  },
  // Alone: what needs these texts or counts must not bring a cipher.
  { name: 'bytes', test: modules('db/bytes/base64url', 'db/sealing/column-readings'), priority: 2.75 },
  // What opens its store. It imports nothing of the store's chunk, which follows the first painting.
  { name: 'ciphers', test: modules('db/sealing/sealing-code'), priority: 2.7 },
  // What follows the first painting, and what most screens share.
  { name: 'schemas', test: /[\\/]node_modules[\\/]zod[\\/]/, priority: 3 },
  // The schemas of commands and leads: a step of the store's loading (src/db/store.ts).
  { name: 'commands', test: modules('commands/registry'), priority: 2.5 },
  { name: 'store', test: modules('db/store-code'), priority: 2 },
  { name: 'controls', test: CONTROLS, priority: 2, minShareCount: 3 },
]

/**
 * Zod probes whether it may compile checks with `Function`. The Content-Security-Policy refuses, and browsers report
 * each refusal. The banner of the chunk that contains zod switches the probe off. This build excludes the server's zod.
 */
const zodWithoutEval = (): Plugin => ({
  name: 'zod-without-eval',
  banner: ({ moduleIds }) =>
    moduleIds.some((id) => /[\\/]node_modules[\\/]zod[\\/]/.test(id))
      ? '(globalThis.__zod_globalConfig ??= {}).jitless = true;'
      : '',
})

/** The font of nearly all text. Without it the browser would lay the first screen out twice. */
const FIRST_FONT = /inter-latin-wght-normal.*\.woff2$/

/** Names the files of each kind of start in the page: public/begin.js asks for them before the first module runs. */
const startFiles = (): Plugin => ({
  name: 'start-files',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const files = Object.values(bundle)
      const chunks = (names: RegExp) =>
        files.flatMap((file) =>
          file.type === 'chunk' && names.test(file.name)
            ? [file.fileName, ...(file.viteMetadata?.importedCss ?? [])]
            : [],
        )
      const font = files.flatMap(({ fileName }) => (FIRST_FONT.test(fileName) ? [fileName] : []))
      const paths = (names: readonly string[]) => names.map((name) => `/${name}`).join(' ')
      const signedIn = paths([...chunks(SIGNED_IN_CHUNKS), ...font])
      return html.replace(
        'src="/begin.js"',
        `src="/begin.js" data-signed-in="${signedIn}" data-signed-out="${paths(chunks(SIGNED_OUT_CHUNKS))}" data-sealed="${paths(chunks(SEALED_CHUNKS))}"`,
      )
    },
  },
})

const LIGHT = `data:image/svg+xml,${encodeURIComponent(readFileSync(new URL('public/favicon.svg', import.meta.url), 'utf8'))}`

/** The light that index.html shows first needs no request. */
const lightInPage = (): Plugin => ({
  name: 'light-in-page',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace("url('/favicon.svg')", () => `url("${LIGHT}")`),
  },
})

/**
 * Asks for the style sheet below the ground and the light of index.html, so that they are painted at once: one in the head
 * would hold back all painting. Modules run after it in both places.
 */
const groundFirst = (): Plugin => ({
  name: 'ground-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
      return sheets
        .reduce((page, sheet) => page.replace(sheet, ''), html)
        .replace('<div id="root"></div>', (root) => `${root}${sheets.join('')}`)
    },
  },
})

/**
 * The page without login is a build of its own and shares no chunk with the app. It runs in the browsers of four-year-old
 * phones. It is not in the service worker's cache.
 */
const PAGE = { html: 'indicacao.html', target: ['chrome100', 'safari15', 'firefox100'] }

const indicationPage = (): Plugin => {
  let outDir = 'dist'
  return {
    name: 'indication-page',
    apply: 'build',
    configResolved: (config) => {
      outDir = config.build.outDir
    },
    closeBundle: async () => {
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins: [zodWithoutEval(), react()],
        build: {
          target: PAGE.target,
          outDir,
          emptyOutDir: false,
          modulePreload: { polyfill: false },
          rolldownOptions: {
            input: PAGE.html,
            output: {
              entryFileNames: 'assets/indicacao-[hash].js',
              chunkFileNames: 'assets/indicacao-[hash].js',
              assetFileNames: 'assets/indicacao-[hash][extname]',
            },
          },
        },
      })
    },
  }
}

export default defineConfig({
  define,
  plugins: [
    zodWithoutEval(),
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react({ compiler: true }),
    startFiles(),
    lightInPage(),
    groundFirst(),
    indicationPage(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'index.ts',
      registerType: 'prompt',
      injectRegister: null,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,woff2}'],
        globIgnores: [PAGE.html, 'assets/indicacao-*'],
        maximumFileSizeToCacheInBytes: 5_000_000,
        // One classic script: its dynamic imports lie in it, and `import.meta` would be a syntax error.
        rollupFormat: 'iife',
        buildPlugins: { vite: [zodWithoutEval()] },
      },
      manifest: {
        id: '/',
        name: 'Farol',
        short_name: 'Farol',
        description: 'Leads e indicações de seguros, com ou sem rede',
        lang: 'pt-BR',
        start_url: '/',
        display: 'standalone',
        orientation: 'any',
        background_color: '#11171b',
        theme_color: '#0f4c5c',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
  ],
  worker: { format: 'es', plugins: () => [zodWithoutEval()] },
  build: {
    target: 'es2023',
    sourcemap: false,
    // A dynamic import finds its files in the service worker's cache. A link for each of a hundred files, added at the first
    // painting, would hold the page up.
    modulePreload: {
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    // Each group includes all that it imports, so a start requests three files instead of fifty.
    rolldownOptions: { output: { codeSplitting: { groups: STARTS } } },
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/healthz': 'http://localhost:3000' } },
})
