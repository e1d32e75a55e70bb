import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  define: {
    'process.env.NODE_ENV': '"production"',
    global: 'globalThis',
    __APP_VERSION__: '"bench"',
  },
  // One copy of Dexie for the Dexie adapter, RxDB and the product.
  resolve: { dedupe: ['dexie'] },
  worker: { format: 'es' },
  build: { target: 'es2024', modulePreload: false, emptyOutDir: true },
})
