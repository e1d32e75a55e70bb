/** Whether the server's halves of protected devices can be opened. docs/operations.md#device-keys */
import { sql } from 'kysely'
import { deviceSecrets } from '../../device-keys/secrets.ts'
import { KEY_FILE, knownMasterKey } from '../../device-keys/settings.ts'
import { WORKS_ON_SHARED_TABLET } from '../../device-keys/shared-tablets.ts'
import { counted, type Found, good, problem } from './found.ts'
import type { DatabaseProbe } from './probe.ts'

const key = 'device_keys'
const devices = (count: number) => counted(count, 'aparelho', 'aparelhos')

export const deviceKeysProbe: DatabaseProbe = {
  group: 'access',
  key,
  about: 'a chave dos aparelhos protegidos',
  look: async ({ config }, { db }): Promise<readonly Found[]> => {
    const master = knownMasterKey(config)
    const own = master === null ? '' : deviceSecrets(master).keyId
    const { rows } = await sql<{ all: number; foreign: number; marked: boolean }>`
      select count(*)::int as all, (count(*) filter (where key_id <> ${own}))::int as foreign,
        exists (select from users u where u.status = 1 and ${WORKS_ON_SHARED_TABLET}) as marked
      from device_keys where sealed_half is not null`.execute(db)
    const { all = 0, foreign = 0, marked = false } = rows[0] ?? {}
    if (foreign > 0)
      return [
        problem(
          key,
          'Há aparelhos protegidos que outra chave fechou: não abrem com PIN, nem depois de uma senha esquecida.',
          `Use a DEVICE_KEYS_KEY de antes, ou o arquivo ${KEY_FILE} de antes. Sem ela, cada usuário entra de novo com a senha no aparelho.`,
          { value: devices(foreign) },
        ),
      ]
    if (master === null)
      return marked
        ? [
            problem(
              key,
              'Há usuários de tablet compartilhado, e falta DEVICE_KEYS_KEY: eles não conseguem proteger o aparelho.',
              'Defina DEVICE_KEYS_KEY, por exemplo com o que responde openssl rand -base64 32, e guarde-a fora das cópias.',
            ),
          ]
        : [good(key, 'Nenhum aparelho é protegido. Para isso faltaria DEVICE_KEYS_KEY.')]
    return [
      good(key, 'A chave dos aparelhos protegidos está em uso. Ela não vai nas cópias.', {
        value: devices(all),
      }),
    ]
  },
}
