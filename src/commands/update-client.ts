import { z } from 'zod'
import { clientChangesSchema, clientFieldsSchema, newClient } from '../domain/client/changes.ts'
import { clientSaveProblems } from '../domain/lead/save-rules.ts'
import { type ClientChange, type CommandContext, defineCommand } from './definition.ts'
import { clientFields, withoutFields, writtenOrIdentity } from './drop-fields.ts'
import { correctionArg, identified } from './saved-client.ts'

const fieldProblems = (_args: unknown, { occurredAt }: CommandContext, { before, after }: ClientChange) =>
  clientSaveProblems(after, before, Date.parse(occurredAt))

/** Creates a client on its own. Most clients are created with their first lead: docs/rules.md#clients. */
export const createClient = defineCommand({
  name: 'client.create',
  version: 1,
  args: z.strictObject({ client_uid: z.uuid(), client: clientFieldsSchema }),
  entityUid: (args) => args.client_uid,
  clientUid: (args) => args.client_uid,
  label: 'Cadastrar cliente',
  fieldProblems,
  applyClient: (client, args) => client ?? newClient(args.client_uid, args.client),
})

export const updateClient = defineCommand({
  name: 'client.update',
  version: 1,
  args: z.strictObject({
    client_uid: z.string(),
    changes: clientChangesSchema,
    /** 'Corrigir o cadastro'. */
    identity: correctionArg,
  }),
  entityUid: (args) => args.client_uid,
  clientUid: (args) => args.client_uid,
  writesClient: ({ client_uid, changes, identity }) => ({
    clientUid: client_uid,
    changes,
    identity,
    otherUid: undefined,
  }),
  label: 'Salvar cliente',
  fieldProblems,
  applyClient: (client, args) => (client === null ? null : identified(client, args.changes, args.identity)),
  dropFields: (args, theirs) => {
    const fields = writtenOrIdentity(args.changes, clientFields(Object.keys(theirs)))
    const changes = withoutFields(args.changes, fields)
    return changes === null || Object.keys(changes).length === 0 ? null : { ...args, changes }
  },
})
