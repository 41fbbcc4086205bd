/**
 * Installs a package of development tools from its lock file, unless that lock file is installed already, into `.build`: next to its
 * package.json, linters and type checks would find it.
 *
 * @param source folder with package.json and package-lock.json
 * @returns the folder of the installation
 */
export declare function installPackage(name: string, source: URL): Promise<string>;
