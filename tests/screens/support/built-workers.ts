/**
 * Serves each worker of the app as one file, built when the first screen asks for it. Loaded as sources, a worker would
 * fetch its two hundred modules anew in every test.
 */
import { build, type Plugin } from 'vite'

const ADDRESS = /^\/built-workers\/([\w-]+\.worker)\.js$/

async function built(name: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define: { __APP_VERSION__: JSON.stringify('0.0.0') },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: {
        input: `src/workers/${name}.ts`,
        output: { format: 'es', codeSplitting: false },
      },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error(`${name} was not built`)
  return chunk.code
}

export const builtWorkers = (): Plugin => {
  const texts = new Map<string, Promise<string>>()
  return {
    name: 'built-workers',
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const name = ADDRESS.exec(request.url ?? '')?.[1]
        if (name === undefined) return next()
        const text = texts.get(name) ?? built(name)
        texts.set(name, text)
        text.then((code) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(code)
        }, next)
      })
    },
  }
}
