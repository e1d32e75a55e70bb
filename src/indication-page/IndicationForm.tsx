/**
 * The form in two steps: who, by which phone and for which insurance; then what an insurer asks, and what happens with the data.
 * What it sends is stored first.
 */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  CONSENT_LABEL,
  CONSENT_VERSION,
  consentParagraphs,
  healthConsentParagraphs,
} from '../domain/indication/consent.ts'
import { withoutHealth } from '../domain/indication/detail-fields.ts'
import {
  asConsented,
  chosenTabs,
  EMPTY_INDICATION,
  indicationsOf,
  lineOf,
  type TypedClient,
  type TypedIndication,
  withClient,
  withLine,
} from '../domain/indication/form.ts'
import { firstByField, indicationProblems, stillWrong } from '../domain/indication/form-problems.ts'
import { type Holder, holderOfDocument, type IndicationTab, tabsFor } from '../domain/indication/lines.ts'
import { newReceiptCode } from '../domain/indication/receipt-code.ts'
import { SHORTEST_FILLING_MS } from '../domain/indication/shortest-filling.ts'
import { sendWords } from '../domain/indication/words.ts'
import type { FieldProblem } from '../domain/lead/field-problem.ts'
import { ProblemLines } from '../ui/ProblemLines.tsx'
import { type Edit, usePresent } from '../ui/usePresent.ts'
import { AddressFields } from './AddressFields.tsx'
import { ContactFields, InsurerFields } from './ClientFields.tsx'
import { CheckField } from './Fields.tsx'
import { fieldId, focusField } from './field-ids.ts'
import { dropTyped, KEPT_DAYS, keepTyped, readTyped } from './kept-form.ts'
import { ChosenLines, LineChoice } from './Lines.tsx'
import { isMemoryOnly } from './memory-only.ts'
import { drop, enqueue, flush, type Waiting } from './queue.ts'
import { addressOfCep, type Invitation } from './server-calls.ts'
import { useSteps } from './useSteps.ts'

interface IndicationFormProps {
  readonly code: string
  readonly invitation: Invitation
  /** The refused indication that is corrected here. */
  readonly refused?:
    | { readonly key: string; readonly typed: TypedIndication; readonly problem: string }
    | undefined
  /** With the indications that were stored; some of them are sent by then. */
  readonly onSent: (sent: readonly Waiting[]) => void
}

const NO_CONSENT = { field: 'consent', message: 'Para enviar, é preciso autorizar o uso dos dados' }

const NO_LINE = { field: 'lines', message: 'Escolha ao menos um seguro' }

const OTHER_HOLDER: Readonly<Record<Holder, string>> = {
  person:
    'Este é um CPF, e o seguro é para uma empresa. Informe o CNPJ, ou volte e mude para quem é o seguro',
  company:
    'Este é um CNPJ, e o seguro é para uma pessoa. Informe o CPF, ou volte e mude para quem é o seguro',
}

/** Everything else is asked in the second step. */
const FIRST_STEP: ReadonlySet<string> = new Set(['client.name', 'client.phone', 'lines'])

/** Of kept values: by the document, else by the lines. */
const holderOf = ({ client, lines }: TypedIndication): Holder =>
  holderOfDocument(client.document) ??
  (Object.entries(lines).some(([key, { on }]) => on && key.startsWith('company-')) ? 'company' : 'person')

const MEMORY_ONLY =
  'Este aparelho é protegido e não guarda o que você digita aqui. Envie antes de fechar a página.'

const nowMs = () => Date.now()

/** What is sent at once begins with the same characters (server/indication/sendings.ts). Older browsers lack randomUUID. */
function newSending(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

interface Filled {
  readonly typed: TypedIndication
  readonly tabs: readonly IndicationTab[]
  readonly code: string
  readonly stamp: string
  /** The trap: a person leaves it empty. */
  readonly website: string
  readonly openedAt: number
}

function waitingOf({ typed, tabs, code, stamp, website, openedAt }: Filled): Waiting[] {
  const now = Date.now()
  const consent = { version: CONSENT_VERSION, at: new Date(now).toISOString() }
  const sending = newSending()
  const chosen = chosenTabs(typed, tabs)
  return indicationsOf(typed, tabs).map(({ insurance, label, details, client }, place) => {
    const tab = chosen[place]
    const healthConsent = tab === undefined ? null : lineOf(typed, tab).healthConsent
    const { kind: _follows, value_cents: cents, ...values } = details
    const receipt = newReceiptCode((bytes) => crypto.getRandomValues(bytes))
    const value = typeof cents === 'number' ? { value: (cents / 100).toFixed(2) } : {}
    return {
      key: `${sending}-${place}`,
      label: `${client.name} · ${label}`,
      queuedAt: now + place,
      notBefore: openedAt + SHORTEST_FILLING_MS,
      problem: null,
      limitedUntil: 0,
      renewed: false,
      receipt,
      typed: onlyLine(typed, tab?.key ?? ''),
      body: {
        client,
        insurance,
        details: {
          ...(healthConsent === null ? withoutHealth(values) : values),
          ...value,
          ...('value_cents' in details && cents === null ? { value_cents: null } : {}),
        },
        inviter_id: code,
        withAuth: 0,
        stamp,
        consent,
        health_consent: healthConsent,
        receipt,
        website,
      },
    }
  })
}

const onlyLine = (typed: TypedIndication, key: string): TypedIndication => ({
  ...typed,
  lines: Object.fromEntries(Object.entries(typed.lines).filter(([name]) => name === key)),
})

export function IndicationForm({ code, invitation, refused, onSent }: IndicationFormProps) {
  const { name, insurances, controller, cep, stamp, inviter_is_staff: isStaff } = invitation
  const inviter = { name, isStaff }
  const [openedAt] = useState(nowMs)
  // A correction is kept apart from what was typed for the next indication.
  const place = refused === undefined ? code : `${code}/${refused.key}`
  const [kept, setKept] = useState(() => readTyped(place, nowMs()))
  const [typed, edit] = usePresent<TypedIndication>(asConsented(kept ?? refused?.typed ?? EMPTY_INDICATION))
  const [website, setWebsite] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [holder, setHolder] = useState(() => holderOf(typed))
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [busy, setBusy] = useState(false)
  const tabs = tabsFor(holder, insurances)
  const chosen = chosenTabs(typed, tabs)
  const errors = firstByField(problems)
  const find = cep ? (asked: string) => addressOfCep(code, asked) : null

  useEffect(() => {
    // What is being sent is in the queue already, and the fields are read-only.
    if (!busy) keepTyped(place, typed, nowMs())
  }, [place, typed, busy])

  const problemsOf = (now: TypedIndication, consents: boolean): readonly FieldProblem[] => {
    const of = holderOfDocument(now.client.document)
    return [
      ...indicationProblems(now, tabs, nowMs()).filter(({ field }) => field !== NO_LINE.field),
      ...(of === null || of === holder ? [] : [{ field: 'client.cpf', message: OTHER_HOLDER[of] }]),
      ...(chosenTabs(now, tabs).length === 0 ? [NO_LINE] : []),
      ...(consents ? [] : [NO_CONSENT]),
    ]
  }
  const firstProblems = () => problemsOf(typed, agreed).filter(({ field }) => FIRST_STEP.has(field))
  const { step, go, end } = useSteps(() => firstProblems().length === 0)
  const settle = (now: TypedIndication, consents: boolean) =>
    setProblems((known) => (known.length === 0 ? known : stillWrong(known, problemsOf(now, consents))))
  const change = (by: Edit<TypedIndication>) => settle(edit(by), agreed)
  const changeClient = (part: Partial<TypedClient>) => change((now) => withClient(now, part))
  const show = (field: string) => {
    go(FIRST_STEP.has(field) ? 1 : 2)
    focusField(field)
  }
  const proceed = () => {
    const found = firstProblems()
    const [first] = found
    flushSync(() => setProblems(found))
    if (first !== undefined) return show(first.field)
    go(2)
    window.scrollTo(0, 0)
    document.getElementById('seguradora')?.focus({ preventScroll: true })
  }
  const startOver = () => {
    setKept(null)
    const begun = edit(() => asConsented(refused?.typed ?? EMPTY_INDICATION))
    setHolder(holderOf(begun))
    setProblems([])
    go(1)
    focusField('client.name')
  }
  const submit = async () => {
    if (busy) return
    const found = problemsOf(typed, agreed)
    const [first] = found
    flushSync(() => setProblems(found))
    if (first !== undefined) return show(first.field)
    setBusy(true)
    const waiting = waitingOf({ typed, tabs, code, stamp, website, openedAt })
    await enqueue(waiting)
    dropTyped(place)
    // The corrected indication takes the place of the refused one.
    if (refused !== undefined) await drop(refused.key)
    if (navigator.onLine) await flush()
    end()
    onSent(waiting)
    window.scrollTo(0, 0)
  }

  return (
    <form
      noValidate
      aria-label="Indicação externa"
      onSubmit={(event) => {
        event.preventDefault()
        if (step === 1) proceed()
        else void submit()
      }}
    >
      <fieldset disabled={busy}>
        {refused === undefined ? null : (
          <div className="card kept" role="alert">
            <p>Esta indicação não foi recebida: {refused.problem}</p>
          </div>
        )}
        {isMemoryOnly() ? (
          <div className="card kept">
            <p>{MEMORY_ONLY}</p>
          </div>
        ) : null}
        {kept === null ? null : (
          <div className="card kept" role="status">
            <p>
              {isMemoryOnly()
                ? 'O que você tinha digitado continua aqui.'
                : `O que você tinha digitado neste aparelho continua aqui. Sem envio, some depois de ${KEPT_DAYS} dias.`}
            </p>
            <button type="button" className="button plain" onClick={startOver}>
              Começar do zero
            </button>
          </div>
        )}
        {step === 1 ? (
          <section className="card" aria-labelledby="cliente">
            <p className="help">Passo 1 de 2</p>
            <h2 id="cliente">Seus dados</h2>
            <ContactFields client={typed.client} errors={errors} onChange={changeClient} />
            <LineChoice
              typed={typed}
              holder={holder}
              tabs={tabs}
              errors={errors}
              onHolder={setHolder}
              onLine={(tab, part) => change((now) => withLine(now, tab, part))}
            />
          </section>
        ) : (
          <>
            <section className="card" aria-labelledby="seguradora">
              <p className="help">Passo 2 de 2</p>
              <h2 id="seguradora" tabIndex={-1}>
                O que a seguradora pergunta
              </h2>
              <InsurerFields client={typed.client} holder={holder} errors={errors} onChange={changeClient} />
              <h3>Endereço</h3>
              <AddressFields
                prefix="client.address"
                address={typed.client.address}
                errors={errors}
                find={find}
                onChange={(by) => change((now) => withClient(now, { address: by(now.client.address) }))}
              />
            </section>
            <ChosenLines
              typed={typed}
              tabs={chosen}
              errors={errors}
              healthTerms={healthConsentParagraphs(controller, inviter)}
              find={find}
              onLine={(tab, part) => change((now) => withLine(now, tab, part))}
            />
          </>
        )}
        <div className="trap" aria-hidden>
          <label htmlFor="website">Não preencha este campo</label>
          <input
            id="website"
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={website}
            onChange={(event) => setWebsite(event.currentTarget.value)}
          />
        </div>
        {step === 1 ? null : (
          <section className="card" aria-labelledby="privacidade">
            <h2 id="privacidade">Uso dos seus dados</h2>
            {consentParagraphs(controller, inviter).map((paragraph) => (
              <p key={paragraph} className="terms">
                {paragraph}
              </p>
            ))}
            <CheckField
              id={fieldId('consent')}
              label={CONSENT_LABEL}
              checked={agreed}
              error={errors.get('consent')}
              onChange={(consents) => {
                setAgreed(consents)
                settle(typed, consents)
              }}
            />
          </section>
        )}
      </fieldset>
      {problems.length === 0 ? null : (
        <div className="card problems" role="alert">
          <ProblemLines problems={problems} onProblem={show} />
        </div>
      )}
      {step === 1 ? (
        <button type="submit" className="button">
          Continuar
        </button>
      ) : (
        <div className="send">
          <button
            type="button"
            className="button plain"
            disabled={busy}
            onClick={() => window.history.back()}
          >
            Voltar
          </button>
          <button type="submit" className="button" disabled={busy}>
            {busy ? 'Enviando…' : sendWords(chosen.length)}
          </button>
        </div>
      )}
    </form>
  )
}
