/** What holds of a dossier and what does not, entry by entry. */
import { Button, Text, Title } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { commandLabel } from '../../commands/registry.ts'
import { BREAK_WORDS, breakLine } from '../../domain/dossier/break-words.ts'
import type { Break } from '../../domain/dossier/chain.ts'
import type { CheckedDossier as Checked } from '../../domain/dossier/check.ts'
import type { Dossier } from '../../domain/dossier/dossier.ts'
import { type DossierLine, dossierLines } from '../../domain/dossier/dossier-lines.ts'
import {
  ANCHOR_WORDS,
  anchorLine,
  dossierLine,
  RECORD_WORDS,
  VERDICT_WORDS,
} from '../../domain/dossier/dossier-words.ts'
import { SIGNATURE_WORDS, type Verdict } from '../../domain/signed/signature.ts'
import { AskServer } from './AskServer.tsx'
import classes from './CheckScreen.module.css'
import { useShownLines } from './useShownLines.tsx'
import { VerdictAlert } from './VerdictAlert.tsx'

interface CheckedDossierProps {
  readonly dossier: Dossier
  readonly checked: Checked
}

export function CheckedDossier({ dossier, checked }: CheckedDossierProps) {
  const [technical, setTechnical] = useState(false)
  const { breaks, signature, anchor, verdict } = checked
  const { shown, more } = useShownLines(dossierLines(dossier, commandLabel), 'todos os registros')
  const said = breaks.map((broken) => ({
    key: `${broken.kind} ${broken.seq} ${broken.entry}`,
    sentence: breakLine(broken),
  }))
  const proof = anchorLine(dossier)
  return (
    <>
      <VerdictAlert verdict={verdict} words={VERDICT_WORDS} problems={said} />
      <section className={classes.card} aria-label="O dossiê">
        <Text fw={600}>{dossierLine(dossier)}</Text>
        <Text>{SIGNATURE_WORDS.dossier[signature]}</Text>
        <Text>{ANCHOR_WORDS[anchor]}</Text>
        <AskServer head={{ leadUid: dossier.lead.uid, ...dossier.head }} />
        <Button
          variant="subtle"
          size="sm"
          px="xs"
          w="fit-content"
          leftSection={technical ? <IconChevronDown size={18} /> : <IconChevronRight size={18} />}
          aria-expanded={technical}
          onClick={() => setTechnical(!technical)}
        >
          Detalhes técnicos
        </Button>
        {technical ? (
          <div className={classes.hash}>
            <p>
              Cada registro é um elo de uma corrente: o seu código é um hash SHA-256 do que ele diz e do
              código anterior. O resumo diário é uma âncora, que guarda o fim de todas as correntes fora do
              banco de dados. O código de cada registro está abaixo dele.
            </p>
            <p>Último registro: {dossier.head.hash}</p>
            {proof === null ? null : <p>{proof}</p>}
          </div>
        ) : null}
      </section>
      <Title order={2} size="h3">
        Histórico
      </Title>
      <ol className={classes.lines} aria-label="Registros do histórico">
        {shown.map((line) => (
          <Line
            key={line.seq}
            line={line}
            breaks={breaks.filter(({ seq }) => seq === line.seq)}
            verdict={verdict}
            hasCode={technical}
          />
        ))}
      </ol>
      {more}
    </>
  )
}

interface LineProps {
  readonly line: DossierLine
  readonly breaks: readonly Break[]
  /** Of the whole file. */
  readonly verdict: Verdict
  readonly hasCode: boolean
}

function Line({ line, breaks, verdict, hasCode }: LineProps) {
  return (
    <li className={classes.line} data-broken={breaks.length > 0 || undefined}>
      <div className={classes.what}>
        {line.seq}. {line.what}
      </div>
      <div className={classes.meta}>{[line.when, line.who].filter((word) => word !== '').join(' · ')}</div>
      {line.fate === null ? null : <div className={classes.fate}>{line.fate}</div>}
      {line.changes.length === 0 ? null : (
        <dl className={classes.changes}>
          {line.changes.map(({ label, before, after }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{before === '' ? after : `${before} → ${after}`}</dd>
            </div>
          ))}
        </dl>
      )}
      {hasCode ? <div className={classes.hash}>{line.hash}</div> : null}
      {breaks.length === 0 ? (
        <div className={verdict === 'holds' ? classes.good : classes.meta}>{RECORD_WORDS[verdict]}</div>
      ) : (
        breaks.map(({ kind }) => (
          <div key={kind} className={classes.bad}>
            {BREAK_WORDS[kind]}
          </div>
        ))
      )}
    </li>
  )
}
