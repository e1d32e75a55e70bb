/** Dossiers of leads, and what the page without login asks: docs/rules.md#dossier */
import { z } from 'zod'
import { PDF_TYPE } from '../domain/lead/lead-file.ts'
import { publicKeySchema } from '../domain/signed/signature.ts'
import { leadIdParamsSchema } from './board.ts'
import { routesOf } from './route.ts'

const { get, post } = routesOf('Dossiê')
/** A browser saves it, and shows nothing of it. */
export const DOSSIER_TYPE = 'application/vnd.farol.dossie+json'

/** Recorded in the audit, like every export. */
export const dossierRoute = get('/leads/:id/dossier', 'lead.exportDossier', {
  confirms: 'always',
  params: leadIdParamsSchema,
  answer: { file: DOSSIER_TYPE },
})

/** For people, with the JSON attached inside. */
export const dossierPdfRoute = get('/leads/:id/dossier/pdf', 'lead.exportDossier', {
  confirms: 'always',
  params: leadIdParamsSchema,
  answer: { file: PDF_TYPE },
})

/** By which the page checks signatures. */
export const historyKeyRoute = get('/history/key', 'public', {
  answer: z.object({
    /** null: the server has no key. */
    key: publicKeySchema.nullable(),
  }),
})

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** Whether a head is a link of the chain as it is on the server. It tells nothing of the lead. */
export const historyHeadRoute = post('/history/head', 'public', {
  reads: true,
  body: z.object({ lead_uid: z.uuid(), seq: z.number().int().min(1).max(1_000_000), link_hash: hash }),
  answer: z.object({ known: z.boolean() }),
})
