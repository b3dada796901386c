@rem Windows has no "exec" and "env", with which "npm start" puts Node in the place of the shell elsewhere.
@setlocal
@set "line=%*"
@%line:*node =node %
