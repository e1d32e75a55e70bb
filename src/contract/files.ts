/** The PDF of a lead: docs/rules.md#files. */
import { z } from 'zod'
import { PDF_TYPE } from '../domain/lead/lead-file.ts'
import { idNumber } from './decimal.ts'
import { routesOf } from './route.ts'
import { messageSchema } from './session.ts'

const { get, post, put } = routesOf('Arquivos')

/** Takes the file's bytes. Repeating it changes nothing. `lead.attachFile` then attaches the file to its lead. */
export const uploadFileRoute = put('/sync/files/:uid', 'file.upload', {
  params: z.object({ uid: z.uuid().meta({ title: 'Identificação do arquivo' }) }),
  consumes: PDF_TYPE,
  answer: 'nothing',
})

/** Takes a form with `lead_id` and `file`. */
export const attachFileRoute = post('/leads/file', 'lead.attachFile', {
  consumes: 'multipart/form-data',
  answer: messageSchema,
})

/**
 * Answers the bytes as an attachment named '{id} OF.pdf'. 404: the lead has no file. `file_uid` names an earlier file of
 * the lead.
 */
export const downloadFileRoute = get('/leads/fileDownload', 'lead.readFile', {
  query: z.object({ lead_id: idNumber, file_uid: z.uuid().optional() }),
  answer: { file: PDF_TYPE },
})
