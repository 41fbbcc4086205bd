export { renderEnvironmentExample, renderSettingsPage } from "./document.ts";
export { parseSettings, publicUrlOf, readSettingText, type SettingSources, SettingsError } from "./parse.ts";
export { retryDelaysOf } from "./retry-delays.ts";
export { type SettingEntry, type Settings, settingEntries } from "./schema.ts";
export { type MailSender, parseMailSender, parseSmtpUrl, type SmtpServer } from "./smtp-url.ts";
export { findSupplierUrlFault } from "./supplier-url.ts";
