/** Uploads and downloads of a lead's PDF: docs/rules.md#files. */
import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyError, FastifyPluginAsync, FastifyRequest } from 'fastify'
import rangeParser from 'range-parser'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import { idNumber } from '../../src/contract/decimal.ts'
import { attachFileRoute, downloadFileRoute, uploadFileRoute } from '../../src/contract/files.ts'
import {
  FILE_NOT_SENT,
  FILE_SENT,
  isPdf,
  leadFileName,
  NOT_A_PDF,
  PDF_TYPE,
} from '../../src/domain/lead/lead-file.ts'
import type { ByteRange } from '../base/file-store.ts'
import { inTurns } from '../base/in-turns.ts'
import { executeForCall } from '../commands/command-of-call.ts'
import type { AppContext } from '../context/app-context.ts'
import { Refusal, refusedField } from '../context/refusal.ts'
import {
  fileOfLead,
  forgetUntaken,
  recordUpload,
  renewUpload,
  uploadedFile,
  uploadStanding,
} from '../queries/uploaded-files.ts'
import { digestOf } from '../records/same-file.ts'
import { HttpError } from '../wire/errors.ts'
import { uploadsByProgress } from '../wire/request-limits.ts'
import { serve } from '../wire/serve.ts'
import { visibleLead } from '../wire/visible-lead.ts'
import { FORM_LIMITS, readForm } from './upload-form.ts'

const FILE_TAKEN = 'Este arquivo pertence a outra pessoa.'
/**
 * A file may start and end like a PDF and contain a page. This policy stops its scripts when a browser opens it in
 * place.
 */
const RUNS_NOTHING = "default-src 'none'; sandbox"
const TOO_MANY_WAITING =
  'Há documentos demais seus que nenhum lead recebeu. Reenvie os pedidos recusados em "Sincronização" ou ' +
  'tente de novo em uma semana.'
/** Limits for one user's files without a lead. A device sends the command right after its file, so few should wait. */
const MOST_WAITING = 20
const MOST_WAITING_BYTES = 100 * 1024 * 1024
const NO_SUCH_BYTES = 'O arquivo não tem os bytes pedidos.'
const NO_FILE = 'Este lead não tem arquivo.'

const formSchema = z.object({
  lead_id: idNumber,
  file: z.instanceof(Uint8Array),
  name: z.string(),
})

const refused = (message: string) => refusedField('file', message)

/**
 * The folder is named by the uid's last characters: the first ones are the time, and would put a week's files into
 * one folder. Each attempt gets its own path, so that a sweep of an earlier attempt can't delete this file.
 */
const newPathOf = (uid: string, bytes: Uint8Array) =>
  `${uid.slice(-2)}/${digestOf(bytes)}-${uid}-${randomUUID().slice(0, 8)}.pdf`

export function fileRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const { files } = context.integrations
  const { uploadLimit } = context.config.integrations
  const tooLarge = `O arquivo é grande demais: o limite é de ${uploadLimit / 1024 / 1024} MB`

  const inTurn = inTurns()

  /** Runs a user's uploads one after the other, so that each one counts the earlier ones. */
  const keep = (request: FastifyRequest, uid: string, bytes: Uint8Array) =>
    inTurn(request.session.user.id, () => keepNext(request, uid, bytes))

  /** Saves the bytes before the row, so that a row always has its file. The same uid is the same file. */
  async function keepNext(request: FastifyRequest, uid: string, bytes: Uint8Array): Promise<void> {
    const userId = request.session.user.id
    const { known, waiting } = await uploadStanding(db, { uid, userId })
    if (known !== null && known.user_id !== userId) throw new Refusal('conflict', FILE_TAKEN)
    if (!isPdf(bytes)) throw refused(NOT_A_PDF)
    const nowMs = context.now()
    if (known !== null && (await renewUpload(db, { uid, userId, nowMs })) !== undefined) return
    if (waiting.count >= MOST_WAITING || waiting.bytes + bytes.length > MOST_WAITING_BYTES) {
      context.security.note('quota_reached', { user_id: userId, about: 'files' })
      throw refused(TOO_MANY_WAITING)
    }
    const path = newPathOf(uid, bytes)
    await files.save(path, bytes)
    // The housekeeping compares this time with the same clock.
    const created_at = new Date(nowMs).toISOString()
    const upload = { uid, user_id: userId, path, size: bytes.length, created_at }
    if (!(await recordUpload(db, upload))) await files.remove(path)
  }

  async function forget(uid: string): Promise<void> {
    const path = await forgetUntaken(db, uid)
    if (path !== null) await files.remove(path)
  }

  return async (app) => {
    await app.register(multipart, {
      limits: { ...FORM_LIMITS, fileSize: uploadLimit },
    })
    app.addContentTypeParser(
      PDF_TYPE,
      { parseAs: 'buffer', bodyLimit: uploadLimit },
      (_request, body, done) => done(null, body),
    )

    /** The parser refuses a large file with 413. This gives the same error as the other rules for files. */
    const errorHandler = (error: FastifyError) => {
      throw error.statusCode === 413 ? refused(tooLarge) : error
    }

    serve(
      app,
      uploadFileRoute,
      async ({ params, request }) => {
        if (!(request.body instanceof Uint8Array)) throw refused(NOT_A_PDF)
        await keep(request, params.uid, request.body)
      },
      { onRequest: uploadsByProgress, errorHandler },
    )

    serve(
      app,
      attachFileRoute,
      async ({ request, reply }) => {
        if (!request.isMultipart()) throw refused(FILE_NOT_SENT)
        const form = formSchema.safeParse(await readForm(request, reply, () => refused(tooLarge)))
        if (!form.success) throw refused(FILE_NOT_SENT)
        const { lead_id, file, name } = form.data
        const lead = await visibleLead(context, request, lead_id)
        const file_uid = uuidv7()
        await keep(request, file_uid, file)
        const args = { lead_uid: lead.uid, file_uid, name: name.slice(0, 255), size: file.length }
        try {
          await executeForCall(context, request, 'lead.attachFile', args)
        } finally {
          // The command was refused or repeated under its key. The caller does not know this uid, so the file is
          // removed. A failure to remove it is only logged: the sweep deletes the file after a week.
          await forget(file_uid).catch((error: unknown) =>
            request.log.warn({ err: error }, 'could not remove an upload without a lead'),
          )
        }
        return { message: FILE_SENT }
      },
      { onRequest: uploadsByProgress },
    )

    serve(app, downloadFileRoute, async ({ query, request, reply }) => {
      const { lead_id, file_uid } = query
      const lead = await visibleLead(context, request, lead_id)
      const uid = file_uid === undefined ? lead.file_path : await fileOfLead(db, lead.uid, file_uid)
      const known = uid === null ? null : await uploadedFile(db, uid)
      if (known === null) throw new Refusal('not_found', NO_FILE)
      const range = byteRange(request.headers.range, known.size)
      reply.header('accept-ranges', 'bytes')
      if (range === 'none') {
        reply.header('content-range', `bytes */${known.size}`)
        throw new HttpError(416, 'invalid', NO_SUCH_BYTES)
      }
      const file = await files.open(known.path, range ?? undefined)
      if (file === null) throw new Refusal('not_found', NO_FILE)
      if (range !== null) {
        reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${known.size}`)
        reply.header('content-length', range.end - range.start + 1)
      }
      return reply
        .type(PDF_TYPE)
        .header('content-security-policy', RUNS_NOTHING)
        .header('content-disposition', `attachment; filename="${leadFileName(lead_id)}"`)
        .send(file)
    })
  }
}

/**
 * Which bytes of a file a request asks for: RFC 9110, section 14. null: the whole file, also for several ranges and for a header that cannot be read. 'none': the file has no such
 * bytes.
 */
function byteRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  if (header === undefined) return null
  const ranges = rangeParser(size, header)
  if (ranges === -1) return 'none'
  const [range, ...more] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges
  return range === undefined || more.length > 0 ? null : range
}
