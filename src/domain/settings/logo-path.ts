/** The path of the brokerage's logo without its version. Everyone may read it. docs/rules.md#brokerage */
export const LOGO_PATH = '/brokerage/logo'
