/** The PDF of a lead: docs/rules.md#files. */
import { z } from 'zod'
import { idNumber } from './decimal.ts'

/**
 * PUT /sync/files/{uid} with the bytes as application/pdf. Answers 204. Repeating it changes nothing.
 * `lead.attachFile` then attaches the file to its lead.
 */
export const fileParamsSchema = z.object({ uid: z.uuid().meta({ title: 'Identificação do arquivo' }) })

/** GET /leads/fileDownload. Answers the bytes as an attachment named '{id} OF.pdf'. */
export const fileDownloadQuerySchema = z.object({ lead_id: idNumber })
