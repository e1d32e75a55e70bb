/**
 * `npm start`. Plain JavaScript: an older Node can't read the other files, and this one says so. Without the packages that
 * build the app it serves the built app that is there.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const NODE = 24
const isHere = (path) => existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url)))
const canBuild = isHere('node_modules/vite')
const isBuilt = isHere('dist/index.html')

function refuse(sentence) {
  console.error(`Farol não pôde iniciar: ${sentence}`)
  process.exit(1)
}

if (Number.parseInt(process.versions.node, 10) < NODE)
  refuse(
    `falta o Node ${NODE}; este é o ${process.versions.node}. Rode "npm ci" sem --omit=dev e sem NODE_ENV=production, ` +
      `que instala o Node certo nesta pasta, ou instale o Node ${NODE} nesta máquina.`,
  )
if (!canBuild && !isBuilt)
  refuse(
    'o aplicativo não está compilado em dist, e faltam os pacotes que o compilam. Rode "npm ci" sem --omit=dev e sem ' +
      'NODE_ENV=production, ou copie para cá a pasta dist de uma compilação.',
  )

await import(canBuild ? './start.ts' : '../server/main.ts')
