import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { COMPILED } from './scripts/build/compiled.ts'
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
      modules(
        'main',
        'ui/Logo',
        'ui/BrandLogo',
        'device/brokerage',
        'domain/time/durations',
        'domain/text/required',
      ).test(id) || SHARED.test(id),
    priority: 5,
  },
  // With its route: what only that imports of a library would lie in the next group otherwise.
  { name: 'entrance', test: modules('features/session/LoginScreen', 'routes/LoginRoute'), priority: 4 },
  // The first cards of a signed-in start.
  {
    name: 'work',
    test: modules(
      'routes/SessionFrame',
      'routes/BoardRoute',
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

/** The page's first script, of its sources: one classic script, which runs before the first paint. */
async function beginScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2020',
      rolldownOptions: { input: 'src/opening/page/begin.ts', output: { format: 'iife' } },
    },
  })
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const code = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.code : []))
  if (code.length !== 1) throw new Error('begin.js is one file')
  return code.join('')
}

const BEGIN = 'begin.js'

/**
 * Names the files of each kind of start in the page, whose first script asks for them: src/opening/page/begin.ts. It asks for the entry
 * as well, since a kept painting is painted before any code is loaded.
 */
const startFiles = (): Plugin => ({
  name: 'start-files',
  configureServer: (server) => {
    server.middlewares.use(`/${BEGIN}`, (_request, response, next) => {
      beginScript().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next)
    })
  },
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: BEGIN, source: await beginScript() })
  },
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
      const shared = [...html.matchAll(/<link rel="modulepreload"[^>]*href="([^"]*)">\s*/g)]
      const [entry] = [...html.matchAll(/<script type="module"[^>]*src="(\/assets\/[^"]*)"><\/script>\s*/g)]
      const names = {
        // Any file of another name is another build.
        build: createHash('sha256')
          .update(
            files
              .map(({ fileName }) => fileName)
              .toSorted()
              .join(),
          )
          .digest('hex')
          .slice(0, 12),
        entry: entry?.[1] ?? '',
        shared: shared.map(([, path]) => path).join(' '),
        'signed-in': paths([...chunks(SIGNED_IN_CHUNKS), ...font]),
        'signed-out': paths(chunks(SIGNED_OUT_CHUNKS)),
        sealed: paths(chunks(SEALED_CHUNKS)),
      }
      const data = Object.entries(names).map(([name, value]) => ` data-${name}="${value}"`)
      // Of sources, the page's own tag loads the entry.
      const attributes = entry === undefined ? '' : data.join('')
      return [entry, ...shared]
        .reduce((page, found) => (found === undefined ? page : page.replace(found[0], '')), html)
        .replace('</style>', () => `</style>\n    <script src="/${BEGIN}"${attributes}></script>`)
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
 * The pages without login are builds of their own and share no chunk with the app. They run in the browsers of four-year-old
 * phones. They are not in the cache of the app's service worker.
 */
const PAGES = ['indicacao', 'recibo']
const OLD_PHONES = ['chrome100', 'safari15', 'firefox100']

const pagesWithoutLogin = (): Plugin => {
  let outDir = 'dist'
  return {
    name: 'pages-without-login',
    apply: 'build',
    configResolved: (config) => {
      outDir = config.build.outDir
    },
    closeBundle: async () => {
      for (const page of PAGES)
        await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          plugins: [zodWithoutEval(), react()],
          build: {
            target: OLD_PHONES,
            outDir,
            emptyOutDir: false,
            modulePreload: { polyfill: false },
            rolldownOptions: {
              input: `${page}.html`,
              output: {
                entryFileNames: `assets/${page}-[hash].js`,
                chunkFileNames: `assets/${page}-[hash].js`,
                assetFileNames: `assets/${page}-[hash][extname]`,
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
    react({ compiler: COMPILED }),
    startFiles(),
    lightInPage(),
    groundFirst(),
    pagesWithoutLogin(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'index.ts',
      registerType: 'prompt',
      injectRegister: null,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,woff2}'],
        globIgnores: ['recibo-sw.js', ...PAGES.flatMap((page) => [`${page}.html`, `assets/${page}-*`])],
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
