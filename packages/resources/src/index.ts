export {
  builtFolder,
  dependencyPath,
  isBuilt,
  type PreparedName,
  preparedFile,
  resourceUrl,
  type ThreadName,
  threadModules,
  threadModuleUrl,
} from "./resources.ts";
