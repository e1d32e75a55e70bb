/**
 * `npm run test:deploy`: builds the image of deploy/Containerfile and runs it, and checks the other files of `deploy` with the
 * programs that read them. Installs these (Debian) if it may; what is missing is named and left out. Ten minutes when cold.
 */
import { buildImage } from './deploy/image.ts'
import { findProgram } from './find/program.ts'
import { Proof } from './proof/proof.ts'

const READERS = [
  { name: 'caddy', debianPackage: 'caddy', checks: 'deploy/Caddyfile' },
  { name: 'docker-compose', debianPackage: 'docker-compose', checks: 'deploy/compose.yaml' },
  { name: 'systemd-analyze', debianPackage: 'systemd', checks: 'deploy/farol.service' },
  { name: 'promtool', debianPackage: 'prometheus', checks: 'deploy/alerts.yaml' },
]

const proof = await Proof.begin()
for (const { name, debianPackage, checks } of READERS)
  if ((await findProgram(name, debianPackage)) === null)
    proof.notRun(`${name}: não encontrado; ${checks} não foi verificado`, { isFailure: false })

let image: string | null = null
try {
  const built = await buildImage((line) => console.log(line))
  image = built.image
  if (image === null) proof.notRun(`imagem: faltam ${built.missing.join(', ')}`, { isFailure: false })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  proof.notRun('imagem: não pôde ser construída', { isFailure: true })
}
await proof.projects(['deploy'], { env: image === null ? {} : { FAROL_IMAGE: image } })
await proof.close()
