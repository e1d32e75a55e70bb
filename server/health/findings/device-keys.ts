/** Whether what DEVICE_KEYS_KEY sealed can be opened: halves of protected devices, secrets of code apps. docs/operations.md#device-keys */
import { sql } from 'kysely'
import { KEY_FILE, knownMasterKey } from '../../base/settings/device-keys.ts'
import { CODE_APP_DOT, deviceSecrets } from '../../device-keys/secrets.ts'
import { WORKS_ON_SHARED_TABLET } from '../../device-keys/shared-tablets.ts'
import { counted, type Found, good, notice, problem } from './found.ts'
import type { DatabaseProbe } from './probe.ts'

const key = 'device_keys'
const devices = (count: number) => counted(count, 'aparelho', 'aparelhos')
const apps = (count: number) => counted(count, 'aplicativo', 'aplicativos')

interface Counts {
  readonly all: number
  readonly foreign: number
  readonly marked: boolean
  readonly foreign_apps: number
  readonly plain_apps: number
}

interface Key {
  readonly hasKey: boolean
  /** The embedded database makes its own. */
  readonly isEmbedded: boolean
}

const MAKE_ONE =
  'Defina DEVICE_KEYS_KEY, por exemplo com o que responde openssl rand -base64 32, e guarde-a fora das cópias.'

function ofDevices({ all, foreign, marked }: Counts, { hasKey, isEmbedded }: Key): Found {
  if (foreign > 0)
    return problem(
      key,
      'Há aparelhos protegidos que outra chave fechou: não abrem com PIN, nem depois de uma senha esquecida.',
      `Use a DEVICE_KEYS_KEY de antes, ou o arquivo ${KEY_FILE} de antes. Sem ela, cada usuário entra de novo com a senha no aparelho.`,
      { value: devices(foreign) },
    )
  if (hasKey)
    return good(key, 'A chave dos aparelhos protegidos está em uso. Ela não vai nas cópias.', {
      value: devices(all),
    })
  return marked
    ? problem(
        key,
        'Há usuários de tablet compartilhado, e falta a chave dos aparelhos: eles não conseguem proteger o aparelho.',
        MAKE_ONE,
      )
    : isEmbedded
      ? good(key, 'A primeira partida do Farol faz a chave dos aparelhos protegidos.')
      : notice(
          key,
          'Falta a chave dos aparelhos: nenhum aparelho pode ser protegido, e os segredos dos aplicativos de códigos ficam abertos no banco.',
          MAKE_ONE,
        )
}

/** Nothing is said of code apps that are as they should be. */
function ofCodeApps({ foreign_apps: foreign, plain_apps: plain }: Counts, hasKey: boolean): Found[] {
  if (foreign > 0)
    return [
      problem(
        'code_apps',
        'Há aplicativos de códigos que outra chave fechou: os códigos deles não entram.',
        `Use a DEVICE_KEYS_KEY de antes, ou o arquivo ${KEY_FILE} de antes. Sem ela, quem usa um desses entra com um código de recuperação ou uma chave de acesso e liga o aplicativo de novo, ou outro administrador tira o segundo fator em Usuários.`,
        { value: apps(foreign) },
      ),
    ]
  if (hasKey || plain === 0) return []
  return [
    notice(
      'code_apps',
      'Os segredos dos aplicativos de códigos estão no banco sem proteção: quem lê o banco faz códigos.',
      `${MAKE_ONE} O próximo início fecha os segredos com ela.`,
      { value: apps(plain) },
    ),
  ]
}

export const deviceKeysProbe: DatabaseProbe = {
  group: 'access',
  key,
  about: 'a chave dos aparelhos protegidos e dos aplicativos de códigos',
  look: async ({ config }, { db }): Promise<readonly Found[]> => {
    const master = knownMasterKey(config)
    const own = master === null ? '' : deviceSecrets(master).keyId
    const { rows } = await sql<Counts>`
      select count(*)::int as all, (count(*) filter (where key_id <> ${own}))::int as foreign,
        exists (select from users u where u.status = 1 and ${WORKS_ON_SHARED_TABLET}) as marked,
        (select count(*) from code_apps
          where secret like '%' || ${CODE_APP_DOT} || '%'
            and split_part(secret, ${CODE_APP_DOT}, 1) <> ${own})::int as foreign_apps,
        (select count(*) from code_apps where secret not like '%' || ${CODE_APP_DOT} || '%')::int as plain_apps
      from device_keys where sealed_half is not null`.execute(db)
    const counts = rows[0] ?? { all: 0, foreign: 0, marked: false, foreign_apps: 0, plain_apps: 0 }
    const hasKey = master !== null
    const isEmbedded = config.databaseUrl === null
    return [ofDevices(counts, { hasKey, isEmbedded }), ...ofCodeApps(counts, hasKey)]
  },
}
