export declare const manifestName: string;
export declare function findBuiltMain(root: string): string | undefined;
export declare function isUpToDate(root: string): boolean;
export declare function digestOf(root: string, inputs: readonly string[]): string;
