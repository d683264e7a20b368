import GesturedWeb

GesturedWebCommand.main()
