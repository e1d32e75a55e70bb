/** Settings of the external services. Each service is optional. */
import { join } from 'node:path'
import { z } from 'zod'
import { setting, webAddress } from '../environment.ts'

export interface BucketConfig {
  readonly bucket: string
  /** Before each path: empty, or with a slash at its end. */
  readonly prefix: string
  /** Of a service other than Amazon; null: Amazon's. */
  readonly endpoint: string | null
  /** null: AWS_REGION, or a profile's region. */
  readonly region: string | null
}

export interface QuiverConfig {
  readonly url: string
  readonly user: string
  readonly password: string
}

const UPLOAD_LIMIT = 'UPLOAD_LIMIT_MB precisa ser um número inteiro de 1 a 100'
const SHORTEST_KEY = 16
const FILES_URL = 'FILES_URL precisa ter a forma s3://bucket/prefixo?endpoint=https://servidor&region=regiao'

const MAIL_URL = 'MAIL_URL precisa ter a forma smtp://usuario:senha@servidor:porta ou smtps://…'
const MAIL_FROM = 'MAIL_FROM precisa ser um e-mail, só ou como Farol <farol@exemplo.com.br>'

const MAIL_FILES_DAYS = 'MAIL_FILES_DAYS precisa ser um número inteiro de 1 a 90'

const CEP_URL = 'CEP_URL precisa ser um endereço http ou https que contenha {cep}'
const AI_URL = 'AI_URL precisa ser um endereço http ou https, como https://api.exemplo.com/v1'
const AI_NEEDS_MODEL = 'AI_URL precisa de AI_MODEL: o nome do modelo que responde'
const PHONE_URL = 'PHONE_URL precisa ser um endereço http ou https'

const bucketQuerySchema = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).optional(),
  region: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .optional(),
})

/** Key and secret are not in the address, because people print and copy it. */
function bucketOf(text: string, context: z.RefinementCtx): BucketConfig {
  const { hostname, pathname, searchParams, username, port, hash } = new URL(text)
  const query = bucketQuerySchema.safeParse(Object.fromEntries(searchParams))
  const isPlain = /^[\w\-./]*$/.test(pathname) && [username, port, hash].every((part) => part === '')
  if (!query.success || hostname === '' || !isPlain) {
    context.addIssue(FILES_URL)
    return z.NEVER
  }
  const folders = pathname.split('/').filter((part) => part !== '')
  return {
    bucket: hostname,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    endpoint: query.data.endpoint ?? null,
    region: query.data.region ?? null,
  }
}

export const integrationEnvironment = {
  CEP_URL: webAddress(CEP_URL, {
    group: 'services',
    about: "An address service in ViaCEP's format. Without it only the demo's own CEPs are found.",
    otherwise: 'none',
    example: 'https://viacep.com.br/ws/{cep}/json/',
  }).refine((url) => url === undefined || url.includes('{cep}'), CEP_URL),
  PHONE_URL: webAddress(PHONE_URL, {
    group: 'services',
    about:
      'The phone system, called with POST `{extension, user, call_id}`: [outside services](operations.md#outside-services). Without it the device dials by itself.',
    otherwise: 'none',
    example: 'https://telefonia.exemplo.com.br/ligar',
  }),
  // The token also opens a route of this server: POST /vsphone/result.
  PHONE_TOKEN: setting(
    z.string().min(SHORTEST_KEY, `PHONE_TOKEN precisa de ao menos ${SHORTEST_KEY} caracteres`).optional(),
    {
      group: 'services',
      about:
        'The bearer token that Farol sends to the phone system, and that the phone system sends with reports of calls, 16 characters or more.',
      otherwise: 'none',
    },
  ),
  QUIVER_URL: webAddress('QUIVER_URL precisa ser um endereço http ou https', {
    group: 'services',
    about: "The sales service of Quiver for 'Vendas Quiver'. It needs user and password: all three or none.",
    otherwise: 'none',
    example: 'https://quiver.exemplo.com.br',
  }),
  QUIVER_USER: setting(z.string().optional(), {
    group: 'services',
    about: 'The user of Quiver.',
    otherwise: 'none',
  }),
  QUIVER_PASSWORD: setting(z.string().optional(), {
    group: 'services',
    about: 'The password of that user.',
    otherwise: 'none',
  }),
  ELECTIVE_LEAD_KEY: setting(
    z
      .string()
      .transform((text) => text.split(',').flatMap((key) => key.trim() || []))
      .refine(
        (keys) => keys.every((key) => key.length >= SHORTEST_KEY),
        `ELECTIVE_LEAD_KEY: cada chave precisa de ao menos ${SHORTEST_KEY} caracteres`,
      )
      .optional(),
    {
      group: 'services',
      about:
        "Deprecated: shared keys of dealerships' systems, which deliver proposals with `POST /api/elective-lead`, 16 characters or more each, comma-separated. Each dealership gets keys of its own on the screen 'Parceiros'; the variable ends with the next release and holds only for dealerships without a key.",
      otherwise: 'none',
    },
  ),
  MAIL_URL: setting(z.url({ protocol: /^smtps?$/, error: MAIL_URL }).optional(), {
    group: 'mail',
    about:
      "The SMTP server. It needs `MAIL_FROM` and `PUBLIC_URL`. Without it mails are written to `mail` in `DATA_DIR` as `.eml` files, and administrators copy the links on the screen 'Usuários' and see the files in 'Configurações'.",
    otherwise: 'none',
    example: 'smtp://usuario:senha@servidor:587',
  }),
  MAIL_FROM: setting(
    z
      .string()
      .regex(/^(?:[^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, MAIL_FROM)
      .optional(),
    { group: 'mail', about: 'The sender.', otherwise: 'none', example: 'Farol <farol@exemplo.com.br>' },
  ),
  MAIL_FILES_DAYS: setting(
    z.coerce
      .number({ error: MAIL_FILES_DAYS })
      .int(MAIL_FILES_DAYS)
      .min(1, MAIL_FILES_DAYS)
      .max(90, MAIL_FILES_DAYS)
      .default(7),
    { group: 'mail', about: 'Mails that were written as files are deleted after so many days, 1 to 90.' },
  ),
  AI_URL: webAddress(AI_URL, {
    group: 'assistant',
    about:
      'A service compatible with OpenAI. It needs `AI_MODEL`. Without it only the persona Ajuda answers.',
    otherwise: 'none',
    example: 'https://api.exemplo.com/v1',
  }),
  AI_KEY: setting(z.string().optional(), {
    group: 'assistant',
    about: 'The key of the service; one of your own may need none.',
    otherwise: 'none',
  }),
  AI_MODEL: setting(z.string().max(200).optional(), {
    group: 'assistant',
    about: 'The model that answers.',
    otherwise: 'none',
  }),
  AI_SEND_PERSONAL_DATA: setting(
    z
      .enum(['0', '1', 'true', 'false'], { error: 'AI_SEND_PERSONAL_DATA precisa ser 0 ou 1' })
      .transform((value) => value === '1' || value === 'true')
      .default(false),
    {
      group: 'assistant',
      about: '`1` lets names, documents, phones and mails leave for that service as they are.',
      otherwise: '`0`',
    },
  ),
  FILES_DIR: setting(z.string().optional(), {
    group: 'files',
    about: 'The folder of uploaded PDFs; several server processes share one.',
    otherwise: '`files` in `DATA_DIR`',
  }),
  FILES_URL: setting(z.url({ protocol: /^s3$/, error: FILES_URL }).transform(bucketOf).optional(), {
    group: 'files',
    about:
      'A bucket in place of the folder, with the usual `AWS_…` variables. `npm run files:move` copies the folder into it: [uploaded files](operations.md#uploaded-files).',
    otherwise: 'none',
    example: 's3://bucket/farol?endpoint=https://servidor&region=regiao',
  }),
  UPLOAD_LIMIT_MB: setting(
    z.coerce
      .number({ error: UPLOAD_LIMIT })
      .int(UPLOAD_LIMIT)
      .min(1, UPLOAD_LIMIT)
      .max(100, UPLOAD_LIMIT)
      .default(10),
    { group: 'files', about: 'The largest PDF, 1 to 100.' },
  ),
}

const integrationEnvironmentSchema = z.object(integrationEnvironment)
type IntegrationEnvironment = z.infer<typeof integrationEnvironmentSchema>

export interface AssistantConfig {
  readonly url: string
  readonly key: string | null
  readonly model: string
  /** AI_SEND_PERSONAL_DATA: names, documents, phones and mails leave for the service as they are. */
  readonly sendsPersonalData: boolean
}

/** Returns the host that gets what the assistant reads, or null. */
export const receiverOf = (assistant: AssistantConfig | null): string | null =>
  assistant === null ? null : new URL(assistant.url).host

export interface IntegrationConfig {
  /** CEP_URL: URL of a service of ViaCEP's shape, with {cep} in it. */
  readonly cepUrl: string | null
  /**
   * PHONE_URL: the phone system. PHONE_TOKEN: the bearer token that the server sends to it, and that it sends with
   * reports of calls.
   */
  readonly phone: { readonly url: string; readonly token: string | null } | null
  /** QUIVER_URL, QUIVER_USER, QUIVER_PASSWORD: the service of Quiver's sales. */
  readonly quiver: QuiverConfig | null
  /** ELECTIVE_LEAD_KEY: keys of the dealerships' systems that deliver proposals. Without a key none can. */
  readonly proposalKeys: readonly string[]
  /**
   * AI_URL: an OpenAI-compatible service, up to and without '/chat/completions'. AI_KEY: its bearer token, where it
   * wants one. AI_MODEL: the model that answers.
   */
  readonly assistant: AssistantConfig | null
  /** MAIL_URL: the SMTP server that takes mails; null: they are written to the folder DATA_DIR/mail. */
  readonly mailUrl: string | null
  /** MAIL_FROM: the sender of mails. */
  readonly mailFrom: string
  /** Folder of mails that no server takes. */
  readonly mailDir: string
  /** MAIL_FILES_DAYS: days after which such a file is deleted. */
  readonly mailFilesDays: number
  /** FILES_DIR: folder of the uploaded files, which all server processes share. */
  readonly filesDir: string
  /** FILES_URL: a bucket in place of the folder. */
  readonly filesBucket: BucketConfig | null
  /** UPLOAD_LIMIT_MB, in bytes. */
  readonly uploadLimit: number
}

/** All three or none: `integrationProblem` reports an incomplete set. */
function quiverConfig({
  QUIVER_URL: url,
  QUIVER_USER: user,
  QUIVER_PASSWORD: password,
}: IntegrationEnvironment): QuiverConfig | null {
  return url === undefined || user === undefined || password === undefined ? null : { url, user, password }
}

const QUIVER_NEEDS = 'o Quiver precisa de QUIVER_URL, QUIVER_USER e QUIVER_PASSWORD, os três'

/** What is wrong between variables that each are well, or null. */
export function integrationProblem(given: IntegrationEnvironment): string | null {
  const quiver = [given.QUIVER_URL, given.QUIVER_USER, given.QUIVER_PASSWORD]
  const isPart = quiver.some((value) => value !== undefined) && quiver.includes(undefined)
  if (isPart) return QUIVER_NEEDS
  return given.AI_URL !== undefined && given.AI_MODEL === undefined ? AI_NEEDS_MODEL : null
}

export function integrationConfig(given: IntegrationEnvironment, dataDir: string): IntegrationConfig {
  return {
    cepUrl: given.CEP_URL ?? null,
    phone: given.PHONE_URL === undefined ? null : { url: given.PHONE_URL, token: given.PHONE_TOKEN ?? null },
    quiver: quiverConfig(given),
    proposalKeys: given.ELECTIVE_LEAD_KEY ?? [],
    assistant:
      given.AI_URL === undefined
        ? null
        : {
            url: given.AI_URL.replace(/\/+$/, ''),
            key: given.AI_KEY ?? null,
            model: given.AI_MODEL ?? '',
            sendsPersonalData: given.AI_SEND_PERSONAL_DATA,
          },
    mailUrl: given.MAIL_URL ?? null,
    mailFrom: given.MAIL_FROM ?? 'Farol <farol@localhost>',
    mailDir: join(dataDir, 'mail'),
    mailFilesDays: given.MAIL_FILES_DAYS,
    filesDir: given.FILES_DIR ?? join(dataDir, 'files'),
    filesBucket: given.FILES_URL ?? null,
    uploadLimit: given.UPLOAD_LIMIT_MB * 1024 * 1024,
  }
}
