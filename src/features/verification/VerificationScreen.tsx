/**
 * 'Verificação de Proposta': what became of a proposal, asked of the server by two of three filters. The last answers
 * stay on the device. docs/rules.md#proposal-verification
 */
import { Alert, Select, Skeleton, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { leadVerificationRoute, TOO_FEW_FILTERS } from '../../contract/lead-verification.ts'
import { AnswerAge } from '../../device/AnswerAge.tsx'
import { useAnswer } from '../../device/useAnswer.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { useScreenSearch } from '../../device/useScreenSearch.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBar } from '../../ui/filters/FilterBar.tsx'
import { KeptVerifications } from './KeptVerifications.tsx'
import classes from './VerificationScreen.module.css'
import { VerifiedProposal } from './VerifiedProposal.tsx'
import {
  cleanSearch,
  type VerificationSearch,
  verificationInput,
  verificationSearchSchema,
} from './verification-search.ts'

const SHOWN = 60

export function VerificationScreen({ user }: { readonly user: SessionUser }) {
  const [search, onSearch] = useScreenSearch(verificationSearchSchema)
  const catalogues = useCatalogues(user.id)
  const [typed, setTyped] = useState(search)
  const [tooFew, setTooFew] = useState(false)
  const answer = useAnswer(user.id, leadVerificationRoute, verificationInput(search), {
    what: 'verificar uma proposta',
  })
  const { value, state } = answer
  const type = (change: VerificationSearch) => {
    setTyped({ ...typed, ...change })
    setTooFew(false)
  }
  const show = (next: VerificationSearch) => {
    setTyped(next)
    setTooFew(false)
    onSearch(next)
  }
  const filter = () => {
    if (verificationInput(typed) === null) return setTooFew(true)
    const next = cleanSearch(typed)
    const isSame = JSON.stringify(cleanSearch(search)) === JSON.stringify(next)
    show(next)
    if (isSame) answer.refresh()
  }
  const dealerships = new Map<string, string>()
  for (const { code_wf, name } of catalogues?.partnerRows.values() ?? [])
    if (code_wf !== null && !dealerships.has(code_wf)) dealerships.set(code_wf, `${name} (${code_wf})`)

  return (
    <section className={classes.root} aria-labelledby="verificacao">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1" id="verificacao">
        Verificação de Proposta
      </VisuallyHidden>
      <FilterBar
        onFilter={filter}
        onClear={() => show({})}
        active={Object.values({ ...search, ...typed }).some((text) => text !== undefined && text !== '')}
        hits={undefined}
      >
        <Select
          label="Concessionária"
          placeholder="Todas"
          searchable
          clearable
          limit={SHOWN}
          nothingFoundMessage="Nada encontrado"
          data={choices(dealerships, typed.concessionaria)}
          value={typed.concessionaria ?? null}
          onChange={(chosen) => type({ concessionaria: chosen ?? undefined })}
        />
        <TextInput
          label="Número da proposta"
          autoComplete="off"
          maxLength={200}
          value={typed.proposta ?? ''}
          onChange={(event) => type({ proposta: event.currentTarget.value })}
        />
        <Select
          label="Indicador"
          placeholder="Todos"
          searchable
          clearable
          limit={SHOWN}
          nothingFoundMessage="Nada encontrado"
          data={choices(
            new Map(
              [...(catalogues?.users.values() ?? [])].map(({ login, name }) => [login, `${name} (${login})`]),
            ),
            typed.indicador,
          )}
          value={typed.indicador ?? null}
          onChange={(chosen) => type({ indicador: chosen ?? undefined })}
        />
      </FilterBar>
      <Stack gap="lg">
        {tooFew ? (
          <Alert color="red" role="alert">
            {TOO_FEW_FILTERS}
          </Alert>
        ) : null}
        <AnswerAge {...answer} />
        {state === 'loading' ? (
          <Skeleton height={160} role="status" aria-label="Carregando" aria-busy="true" />
        ) : null}
        {value === undefined ? null : <VerifiedProposal answer={value.data} />}
        {state === 'unasked' && !tooFew ? (
          <EmptyState drawing="search" title="Selecione ao menos duas opções de filtro">
            A concessionária, o número da proposta ou quem indicou: duas delas bastam para achar a proposta.
          </EmptyState>
        ) : null}
        <KeptVerifications userId={user.id} shown={search} catalogues={catalogues} onChoose={show} />
      </Stack>
    </section>
  )
}

/** A value that is no longer in the list stays chosen, by itself. */
function choices(known: ReadonlyMap<string, string>, chosen: string | undefined) {
  const all = [...known].map(([value, label]) => ({ value, label }))
  return chosen === undefined || known.has(chosen) ? all : [...all, { value: chosen, label: chosen }]
}
