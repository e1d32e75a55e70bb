/** An import of any list, with a line that waits, one that was refused and one that is to be decided, all about one person. */
import type { Store } from '../../../server/db/store.ts'

interface About {
  readonly userId: number
  readonly name: string
  readonly document: string
}

export async function aWaitingListImport(db: Store['db'], { userId, name, document }: About): Promise<void> {
  const { id: import_id } = await db
    .insertInto('imports')
    .values({
      // One import runs at a time.
      state: 'done',
      list: 'clients',
      source: 'Pipedrive',
      file_name: 'clientes.csv',
      choices: '{}',
      user_id: userId,
      total: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('import_rows')
    .values({ import_id, line: 2, data: JSON.stringify({ client: { name, cpf: document } }) })
    .execute()
  await db
    .insertInto('import_refusals')
    .values({ import_id, line: 3, old_number: '', reason: `${document} não é um CPF` })
    .execute()
  await db
    .insertInto('import_decisions')
    .values({
      import_id,
      line: 4,
      data: JSON.stringify({ client: { name, cpf: document } }),
      reason: 'Mais de um cliente tem este nome e este contato',
      client_uids: [],
    })
    .execute()
}
