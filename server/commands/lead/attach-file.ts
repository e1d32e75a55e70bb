import { attachFile as attachFileCommand } from '../../../src/commands/attach-file.ts'
import { renewUpload } from '../../queries/uploaded-files.ts'
import { defineHandler } from '../handler.ts'

const NOT_UPLOADED = 'O arquivo não chegou ao servidor. Envie-o novamente.'
const OF_ANOTHER = 'Este arquivo já pertence a outro lead.'

/** Attaches a file that this user has uploaded before. The last attached file is the lead's file. */
export const attachFile = defineHandler(attachFileCommand, async ({ tx, lead, args, context, nowMs }) => {
  const attached = await tx
    .selectFrom('lead_files')
    .select('lead_uid')
    .where('id', '=', args.file_uid)
    .executeTakeFirst()
  if (attached !== undefined)
    return attached.lead_uid === lead.uid ? { kind: 'nothing' } : { kind: 'refuse', message: OF_ANOTHER }
  const file = await renewUpload(tx, { uid: args.file_uid, userId: context.user.id, nowMs })
  if (file === undefined)
    return { kind: 'refuse', message: NOT_UPLOADED, errors: { file_uid: [NOT_UPLOADED] } }
  return {
    kind: 'accept',
    also: async () => {
      await tx
        .insertInto('lead_files')
        .values({
          id: args.file_uid,
          lead_uid: lead.uid,
          path: file.path,
          size: file.size,
          uploaded_by: context.user.id,
        })
        .execute()
      return {}
    },
  }
})
