/** docs/settings.md, made from the settings' own words in server/base/config.ts. */
import { type DescribedSetting, describedSettings } from '../../server/base/config.ts'
import type { SettingGroup } from '../../server/base/environment.ts'

const TITLES: Readonly<Record<SettingGroup, string>> = {
  server: 'The server',
  database: 'The database',
  backup: 'Backups',
  people: 'People and devices',
  files: 'Uploaded files',
  mail: 'Mail',
  push: 'Push notices',
  services: 'Outside services',
  assistant: 'The assistant',
  watch: 'Watching it',
}

const HEAD = `# Settings

Generated from \`server/base/config.ts\` by \`npm run docs:settings\`; \`npm run check\` compares them.

All settings are environment variables, read at the start. An empty variable counts as missing. A wrong value stops the
start with a sentence that names the variable. None is needed to try Farol; to work with it set \`DATABASE_URL\`,
\`PUBLIC_URL\`, \`HOST\`, \`MAIL_URL\` and \`MAIL_FROM\`. All processes on one database need the same values.

A screen that needs a service that is not configured says so; everything else works without it.
`

const cell = (text: string) => text.replaceAll('|', '\\|')

const rowOf = ({ name, about, otherwise = '', example }: DescribedSetting): string => {
  const shown = example === undefined ? '' : ` Example: \`${example}\`.`
  return `| \`${name}\` | ${cell(otherwise)} | ${cell(about + shown)} |`
}

/** Returns the page in Markdown. */
export function settingsPage(): string {
  const settings = describedSettings()
  const parts = Object.entries(TITLES).flatMap(([group, title]) => {
    const rows = settings.filter((one) => one.group === group).map(rowOf)
    return rows.length === 0
      ? []
      : [`## ${title}\n\n| name | default | |\n|---|---|---|\n${rows.join('\n')}\n`]
  })
  return [HEAD, ...parts].join('\n')
}
