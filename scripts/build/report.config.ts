/** The app's build with a treemap of its chunks: `npm run build -- --report`. */
import { join } from 'node:path'
import { visualizer } from 'rollup-plugin-visualizer'
import { mergeConfig, type Plugin } from 'vite'
import app from '../../vite.config.ts'

/** Outside dist, in a folder that git ignores. */
const TREEMAP = join(import.meta.dirname, '../../node_modules/.tmp/bundle.html')

const sayWhere: Plugin = {
  name: 'say-where',
  closeBundle: () => console.log(`O que o aplicativo contém: ${TREEMAP}`),
}

export default mergeConfig(app, {
  plugins: [
    visualizer({ filename: TREEMAP, title: 'Farol', template: 'treemap', gzipSize: true, brotliSize: true }),
    sayWhere,
  ],
})
