/** The sections of 'Configurações' by name: beside them, and as one choice where there is no room. */
import { Button, Select, VisuallyHidden } from '@mantine/core'
import { SETTING_SECTIONS } from '../../../domain/settings/setting-lines.ts'
import classes from './Settings.module.css'
import type { SaveParts } from './save-parts.ts'

/** In the order of the screen. Each is the name of its card. */
const TITLES = [
  'Corretora',
  'Responsável pelos dados',
  ...SETTING_SECTIONS.map(({ title }) => title),
  'Expediente e feriados',
  'Integrações',
  'Exportar tudo',
  'E-mails em arquivo',
]

interface SettingsIndexProps {
  readonly parts: SaveParts['parts']
  /** The title of the section that is being read. */
  readonly inSight: string | null
  readonly onShow: (title: string) => void
}

export function SettingsIndex({ parts, inSight, onShow }: SettingsIndexProps) {
  const isChanged = (title: string) => parts.some((part) => part.title === title && part.changes > 0)
  return (
    <nav aria-label="Seções" className={classes.index}>
      <div className={classes.names}>
        {TITLES.map((title) => (
          <Button
            key={title}
            variant="subtle"
            color="gray"
            size="sm"
            justify="flex-start"
            fullWidth
            className={classes.name ?? ''}
            aria-current={title === inSight ? 'true' : undefined}
            onClick={() => onShow(title)}
          >
            {title}
            {isChanged(title) ? (
              <>
                <span className={classes.dot} aria-hidden />
                <VisuallyHidden> (alterada)</VisuallyHidden>
              </>
            ) : null}
          </Button>
        ))}
      </div>
      <Select
        className={classes.choice ?? ''}
        label="Ir para a seção"
        placeholder="Escolha"
        data={TITLES}
        value={null}
        required
        withAsterisk={false}
        onChange={(title) => {
          if (title !== null) onShow(title)
        }}
      />
    </nav>
  )
}
